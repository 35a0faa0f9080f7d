import './choose-preset.css'
import { useState } from 'react'
import { everyPreset, type Preset, presets } from '#domain/office/presets.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useThings } from '../catalogue/catalogue-queries.ts'
import { useUsePreset } from './business-queries.ts'

/**
 * Offers the usual content for a kind of business until there is a type of class: ages, types, the first texts of the
 * site and its look. Shows all of it before the press.
 */
export function ChoosePreset() {
  const { data: types } = useThings('types')
  const [chosen, setChosen] = useState<Preset>()
  const fill = useUsePreset()
  if (!types || types.length > 0) return null
  const press = async (preset: Preset) => {
    const added = await fill.mutateAsync({ preset })
    showSuccess(
      `${added.ages} ages and ${added.types} types of classes are there. Change or remove what does not fit`,
    )
  }
  return (
    <section aria-labelledby="preset-title" className="choose-preset stack">
      <h3 id="preset-title">Begin with what is usual</h3>
      <p className="quiet">
        We fill in ages, types of classes, a first text and a look. You can change everything.
      </p>
      <RadioGroup
        legend="What do you offer?"
        name="preset"
        options={everyPreset.map(preset => ({ value: preset, label: presets[preset].name }))}
        onChange={event => setChosen(event.currentTarget.value as Preset)}
      />
      {chosen && (
        <>
          <PresetContents preset={chosen} />
          <p>
            <Button isBusy={fill.isPending} onClick={() => void press(chosen).catch(() => {})}>
              Fill these in
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

function PresetContents({ preset }: { preset: Preset }) {
  const { ages, types, heading, text } = presets[preset]
  return (
    <dl className="preset-contents">
      <dt>Ages</dt>
      <dd>{ages.map(({ name }) => name).join(', ')}</dd>
      <dt>Types</dt>
      <dd>
        <ul>
          {types.map(({ name, introduction }) => (
            <li key={name}>
              <strong>{name}</strong>: {introduction}
            </li>
          ))}
        </ul>
      </dd>
      <dt>First text</dt>
      <dd>
        <strong>{heading}</strong> {text}
      </dd>
    </dl>
  )
}
