import { useState } from 'react'
import { PicturePicker } from '#web/office/editor/picture-picker.tsx'
import {
  type LibraryPicture,
  useLibrary,
  useRemovePicture,
  useSavePicture,
} from '#web/office/editor/picture-queries.ts'
import { EditForm } from '#web/office/ui/edit-form.tsx'
import { TickField } from '#web/office/ui/fields.tsx'
import { NotLoaded } from '#web/office/ui/not-loaded.tsx'
import { PageHead } from '#web/office/ui/page-head.tsx'
import { useQuestion } from '#web/office/ui/question.tsx'
import { ShowMore } from '#web/office/ui/show-more.tsx'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { useImageUrl } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { catalogueTabs } from './tabs.ts'

/** Lists the business's pictures: what each shows, where it is used, and which can be removed. */
export function PicturesPage() {
  const library = useLibrary()
  const { error, refetch } = library
  const pictures = library.data?.pages.flatMap(({ items }) => items)
  const imageUrl = useImageUrl()
  const [opened, setOpened] = useState<LibraryPicture | 'new'>()
  const close = () => setOpened(undefined)
  const upload = <Button onClick={() => setOpened('new')}>Upload a picture</Button>
  return (
    <>
      <PageHead title="Pictures" action={upload} tabs={catalogueTabs} />
      {error && !pictures && <NotLoaded error={error} onRetry={refetch} />}
      {!pictures && !error && <ListLoading count={8} shape="row" />}
      {pictures?.length === 0 && (
        <EmptyState title="Pictures that you upload are kept here, to be used again" action={upload} />
      )}
      <ul className="picture-grid" aria-label="Pictures">
        {pictures?.map(picture => (
          <li key={picture.id}>
            <button type="button" onClick={() => setOpened(picture)}>
              <img src={imageUrl(picture.path, 480)} alt="" loading="lazy" />
              <strong>{picture.alt ?? 'Not described yet'}</strong>
              {picture.alt === '' && <strong>Decoration</strong>}
              <span className="quiet">{picture.usedIn.join(', ') || 'Not used'}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore list={library} />
      {opened === 'new' && <PicturePicker onClose={close} onChosen={close} />}
      {opened && opened !== 'new' && (
        <SidePanel title="Picture" onClose={close}>
          <OnePicture picture={opened} />
        </SidePanel>
      )}
    </>
  )
}

function OnePicture({ picture }: { picture: LibraryPicture }) {
  const imageUrl = useImageUrl()
  const save = useSavePicture()
  const remove = useRemovePicture()
  const close = useCloseDialog()
  const [ask, question] = useQuestion()
  const { id, alt, path, usedIn } = picture
  const press = async () => {
    const title = `Remove ${alt ? `“${alt}”` : 'this picture'} from the library?`
    if (!(await ask({ title, verb: 'Remove the picture' }))) return
    // If removing fails, the typed description stays.
    if (!(await mayLeave(() => remove.mutateAsync({ id })))) return
    close()
    showSuccess('The picture was removed')
  }
  return (
    <div className="stack gap-m">
      <img src={imageUrl(path, 480)} alt={alt ?? ''} className="picture-shown" />
      <EditForm
        thing={picture}
        fields={({ alt, link }) => ({ alt: alt ?? '', isDecoration: alt === '' ? 'yes' : '', link })}
        onSave={(text, { version, requestId }) =>
          save.mutateAsync({
            ...{ id, version, requestId },
            alt: text('alt').trim(),
            isDecoration: text('isDecoration') === 'yes',
            link: text('link').trim(),
          })
        }
        onSaved={(_saved, close) => close()}
      >
        <Field label="Describe the picture for people who cannot see it" name="alt" maxLength={200} />
        <TickField label="It is decoration: the words beside it say the same" name="isDecoration" />
        <Field
          label="In the carousel it leads to"
          name="link"
          maxLength={200}
          hint="/home/events, or an address that begins with https://"
        />
      </EditForm>
      {usedIn.length > 0 ? (
        <div>
          <h3>Used in</h3>
          <ul>
            {usedIn.map(place => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </div>
      ) : (
        <Button look="secondary" isBusy={remove.isPending} onClick={() => void press().catch(() => {})}>
          Remove from the library
        </Button>
      )}
      {question}
    </div>
  )
}
