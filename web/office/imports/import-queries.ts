import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { ImportKind } from '#domain/office/import-headings.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

const lookAgainMilliseconds = 1000

export const importsQuery = (api: OfficeApi) => listQuery(['imports'], after => api.imports.list({ after }))

/** Queries an import; polls it every second while it runs. */
export const importQuery = (api: OfficeApi, id: number) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: () => api.imports.get({ id }),
    refetchInterval: query => (query.state.data?.state === 'running' ? lookAgainMilliseconds : false),
  })

export const headingsQuery = (api: OfficeApi, kind: ImportKind) =>
  queryOptions({
    queryKey: ['import headings', kind],
    queryFn: () => api.imports.headings({ kind }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const problemsQuery = (api: OfficeApi, id: number) =>
  infiniteQueryOptions({
    queryKey: ['import', id, 'problems'],
    queryFn: ({ pageParam }) => api.imports.problems({ id, after: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const seen = pages.flatMap(({ items }) => items).length
      return seen < page.total ? seen : undefined
    },
  })

export const namesQuery = (api: OfficeApi, id: number) =>
  infiniteQueryOptions({
    queryKey: ['import', id, 'names'],
    queryFn: ({ pageParam }) => api.imports.names({ id, after: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const seen = pages.flatMap(({ items }) => items).length
      return seen < page.total ? seen : undefined
    },
  })

/** Uploads a file, and tells the server which kind of import it is for. */
export function useUploadImport() {
  const api = useOfficeApi()
  return useMutation({
    mutationFn: async ({ kind, file }: { kind: ImportKind; file: File }) => {
      const { id } = await api.imports.upload({ file })
      return api.imports.begin({ id, kind, fileName: file.name.slice(0, 200) })
    },
  })
}

export const useCheckImport = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().imports.check) })

export const useRunImport = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().imports.run) })

export const useUndoImport = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().imports.undo) })

export const useDeleteImport = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().imports.remove) })

export const useTemplate = () => useDownload(useOfficeApi().imports.template)

export const useBadRows = () => useDownload(useOfficeApi().imports.badRows)
