import './picture-picker.css'
import 'react-image-crop/dist/ReactCrop.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { closeDialog } from '#web/navigation/layers.ts'
import { showFailure } from '#web/office/office-query-client.ts'
import { NotLoaded } from '#web/office/ui/not-loaded.tsx'
import { ShowMore } from '#web/office/ui/show-more.tsx'
import { useImageUrl } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { fitPicture } from '#web/ui/forms/fit-picture.ts'
import { mayLeave, useLeaveGuard } from '#web/ui/forms/leave-guard.tsx'
import { closeProblems } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { BesideForm } from './beside-form.tsx'
import { type Cut, useAddPicture, useLibrary } from './picture-queries.ts'

/** The ratio of width to height, by place. */
export const ratios = { card: 4 / 3, banner: 1200 / 574, square: 1 } as const
export type Ratio = keyof typeof ratios

interface Chosen {
  path: string
  alt: string
}

interface PicturePickerProps {
  /** The ratio to crop to; without it any part of the picture may be chosen. */
  ratio?: Ratio | undefined
  /** The description, if known beforehand; otherwise the dialog asks for it. */
  alt?: string | undefined
  onChosen: (picture: Chosen) => void
  onClose: () => void
}

/** Chooses a picture of the library or adds a new one, cropped for its place and described. */
export function PicturePicker({ ratio, alt, onChosen, onClose }: PicturePickerProps) {
  const [file, setFile] = useState<File>()
  const chooser = useRef<HTMLInputElement>(null)
  const chosen = useRef<Chosen>(undefined)
  const isEmpty = useReadyPictures().data?.pages[0]?.items.length === 0
  const [isOpening, setOpening] = useState(false)
  const choose = async (input: HTMLInputElement) => {
    const [given] = input.files ?? []
    // The same file can be chosen again after a refusal.
    input.value = ''
    if (!given) return
    closeProblems()
    setOpening(true)
    try {
      setFile(await fitPicture(given))
    } catch (error) {
      showFailure(error as Error)
    } finally {
      setOpening(false)
    }
  }
  const take = (picture: Chosen) => {
    chosen.current = picture
    closeDialog()
  }
  const close = () => {
    onClose()
    if (chosen.current) onChosen(chosen.current)
  }
  return (
    <BesideForm>
      <Dialog
        title={!file ? 'Choose a picture' : alt ? 'Crop the picture' : 'Crop and describe it'}
        size={isEmpty && !file ? 'small' : 'wide'}
        onClose={close}
      >
        {file ? (
          <CutAndDescribe
            file={file}
            ratio={ratio}
            known={alt}
            onAdded={take}
            onBack={() => setFile(undefined)}
          />
        ) : (
          <div className="stack gap-m">
            <input
              ref={chooser}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif"
              aria-label="Picture from this device"
              tabIndex={-1}
              className="sr-only"
              onChange={event => choose(event.currentTarget)}
            />
            <div className="row gap-s">
              <Button data-begins isBusy={isOpening} onClick={() => chooser.current?.click()}>
                Upload a picture
              </Button>
              <p className="quiet">JPEG, PNG, WebP or GIF. A large photo is made smaller</p>
            </div>
            <Library onTake={take} />
          </div>
        )}
      </Dialog>
    </BesideForm>
  )
}

/** Queries the pictures that have a description. */
const useReadyPictures = () => useLibrary({ described: true })

function Library({ onTake }: { onTake: (picture: Chosen) => void }) {
  const library = useReadyPictures()
  const imageUrl = useImageUrl()
  const ready = library.data?.pages.flatMap(({ items }) => items)
  if (library.error && !ready) return <NotLoaded error={library.error} onRetry={library.refetch} />
  if (!ready) return <ListSkeleton count={4} shape="row" />
  if (ready.length === 0) return <p>There are no pictures in the library yet.</p>
  return (
    <>
      <ul className="picture-grid" aria-label="Library">
        {ready.map(({ id, path, alt }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={alt || 'Decoration'}
              onClick={() => onTake({ path, alt: alt ?? '' })}
            >
              <img src={imageUrl(path, 160)} alt="" loading="lazy" />
              <span className="quiet">{alt || 'Decoration'}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore list={library} />
    </>
  )
}

interface CutProps {
  file: File
  ratio: Ratio | undefined
  /** The description, when nobody needs to write it. */
  known: string | undefined
  onAdded: (picture: Chosen) => void
  onBack: () => void
}

function CutAndDescribe({ file, ratio, known, onAdded, onBack }: CutProps) {
  const [address, setAddress] = useState('')
  const [crop, setCrop] = useState<PercentCrop>()
  const [isDecoration, setDecoration] = useState(false)
  const [problem, setProblem] = useState('')
  const image = useRef<HTMLImageElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const add = useAddPicture()
  const [isChanged, setChanged] = useState(false)
  const [leaveDialog, release] = useLeaveGuard({
    isOn: isChanged,
    question: 'Leave without using this picture?',
    onLeave: () => {},
  })
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const begin = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    const whole = { unit: '%', x: 0, y: 0, width: 100, height: 100 } as const
    const largest = (aspect: number) =>
      makeAspectCrop(
        naturalWidth / naturalHeight > aspect ? { unit: '%', height: 100 } : { unit: '%', width: 100 },
        aspect,
        naturalWidth,
        naturalHeight,
      )
    setCrop(ratio ? (centerCrop(largest(ratios[ratio]), naturalWidth, naturalHeight) as PercentCrop) : whole)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const alt = known || (words.current?.value.trim() ?? '')
    if (!isDecoration && alt === '') {
      setProblem('Describe the picture for people who cannot see it')
      words.current?.focus()
      return
    }
    closeProblems()
    const described = { file, cut: cutOf(crop, image.current), alt, isDecoration }
    add.mutate(described, { onSuccess: picture => void release().then(() => onAdded(picture)) })
  }
  return (
    <form method="dialog" className="stack gap-m" noValidate onInput={() => setChanged(true)} onSubmit={send}>
      {address && (
        <ReactCrop
          className="picture-crop"
          crop={crop}
          aspect={ratio && ratios[ratio]}
          keepSelection
          ruleOfThirds
          minWidth={20}
          ariaLabels={{
            cropArea: 'What is kept. Arrow keys move it',
            nwDragHandle: 'Top left corner. Arrow keys move it',
            nDragHandle: 'Top edge. Arrow keys move it',
            neDragHandle: 'Top right corner. Arrow keys move it',
            eDragHandle: 'Right edge. Arrow keys move it',
            seDragHandle: 'Bottom right corner. Arrow keys move it',
            sDragHandle: 'Bottom edge. Arrow keys move it',
            swDragHandle: 'Bottom left corner. Arrow keys move it',
            wDragHandle: 'Left edge. Arrow keys move it',
          }}
          onChange={(_pixels, percent) => {
            setCrop(percent)
            setChanged(true)
          }}
        >
          <img ref={image} src={address} alt="" onLoad={event => begin(event.currentTarget)} />
        </ReactCrop>
      )}
      {!known && (
        <>
          <label>
            <span className="field-label">Describe the picture for people who cannot see it</span>
            <input
              ref={words}
              data-begins
              className="field-box"
              maxLength={200}
              disabled={isDecoration}
              aria-invalid={problem ? true : undefined}
              onChange={() => setProblem('')}
            />
          </label>
          {problem && (
            <p role="alert" className="field-error">
              {problem}
            </p>
          )}
          <label className="tick-line">
            <input
              type="checkbox"
              className="tick-box"
              checked={isDecoration}
              onChange={event => setDecoration(event.currentTarget.checked)}
            />
            <span>It is decoration: the words beside it say the same</span>
          </label>
        </>
      )}
      <div className="row gap-s">
        <Button type="submit" data-begins={known ? true : undefined} isBusy={add.isPending}>
          Use this picture
        </Button>
        <Button look="quiet" onClick={async () => (!isChanged || (await mayLeave())) && onBack()}>
          Another picture
        </Button>
      </div>
      {leaveDialog}
    </form>
  )
}

/** Returns the crop in pixels of the picture as shown; undefined for the whole picture. */
function cutOf(crop: PercentCrop | undefined, image: HTMLImageElement | null): Cut {
  const { naturalWidth: wide = 0, naturalHeight: high = 0 } = image ?? {}
  const isWhole = !crop || (crop.width > 99.9 && crop.height > 99.9)
  if (isWhole || wide === 0) return { left: 0, top: 0, width: 0, height: 0 }
  const left = Math.min(wide - 1, Math.round((crop.x * wide) / 100))
  const top = Math.min(high - 1, Math.round((crop.y * high) / 100))
  return {
    left,
    top,
    width: Math.max(1, Math.min(wide - left, Math.round((crop.width * wide) / 100))),
    height: Math.max(1, Math.min(high - top, Math.round((crop.height * high) / 100))),
  }
}
