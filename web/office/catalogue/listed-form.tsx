import './listed-form.css'
import { useRef, useState } from 'react'
import type { ListName } from '#contract/office/catalogue.ts'
import { BesideForm } from '#web/office/editor/beside-form.tsx'
import { PicturesField } from '#web/office/editor/pictures-field.tsx'
import { RichTextField } from '#web/office/editor/rich-text-field.tsx'
import { EditForm } from '#web/office/ui/edit-form.tsx'
import { FieldGroup, MoneyField } from '#web/office/ui/fields.tsx'
import { useKeptState } from '#web/office/ui/kept-state.tsx'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select, Star, TextArea, useMarking } from '#web/ui/forms/field.tsx'
import { useFormValue } from '#web/ui/forms/form.tsx'
import { type Thing, useSaveThing, useThings } from './catalogue-queries.ts'
import { CodeField } from './code-field.tsx'
import { fieldChecks, givenValue, shownValue } from './field-values.ts'
import { type FormField, listedForms } from './listed-forms.ts'
import { PreviewButton } from './preview-button.tsx'

interface ListedFormProps {
  list: ListName
  thing?: Thing | undefined
  /** The values of hidden fields, which follow from where the form is opened. */
  fixed?: Record<string, string>
  onSaved: (saved: { id: number }, close: () => void) => void
}

/** The form of any list, built from listed-forms.ts. */
export function ListedForm({ list, thing, fixed = {}, onSaved }: ListedFormProps) {
  const { begins = {}, inUse, page, ...form } = listedForms[list]
  const fields = form.fields.filter(({ isFirst }) => !thing || !isFirst)
  const save = useSaveThing(list)
  const given = (text: (name: string) => string, all: (name: string) => string[]) => ({
    id: thing?.id,
    ...Object.fromEntries(fields.map(field => [field.name, givenValue(field, text, all)])),
  })
  const shown = (one: Record<string, unknown>) =>
    Object.fromEntries(fields.map(field => [field.name, shownValue(field, one[field.name])]))
  const draw = (field: FormField) => (
    <ListedField
      key={field.name}
      field={field}
      keptAs={thing && { area: list, key: `${thing.id}.${field.name}` }}
      inUse={thing?.uses && inUse ? inUse(Number(thing.uses)) : undefined}
    />
  )
  const rare = fields.filter(field => field.isRare)
  return (
    <EditForm<Thing, { id: number; version: number }>
      {...(thing && { thing })}
      fields={shown}
      values={{ isActive: 'yes', ...begins, ...fixed }}
      checks={text => fieldChecks(fields, text)}
      onSave={(text, { version, requestId, all }) =>
        save.mutateAsync({ ...given(text, all), version, requestId })
      }
      onSaved={onSaved}
      draft={[list, thing?.id ?? 'new', ...Object.values(fixed)].join('.')}
      buttons={
        page && (
          <PreviewButton
            area={list}
            page={page}
            inputOf={(text, all) => ({ ...given(text, all), version: thing?.version })}
          />
        )
      }
    >
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.filter(({ name, isRare }) => !isRare && !(name in fixed)).map(draw)}
      {rare.length > 0 && (
        <FieldGroup title="More" isFolded>
          {rare.map(draw)}
        </FieldGroup>
      )}
    </EditForm>
  )
}

interface ListedFieldProps {
  field: FormField
  keptAs: { area: string; key: string } | undefined
  inUse: string | undefined
}

function ListedField({ field, keptAs, inUse }: ListedFieldProps) {
  const { name, label, hint, isStarred } = field
  const labelled = { name, label, ...(hint && { hint }), ...(isStarred && { isStarred }) }
  switch (field.is) {
    case 'long':
      return <TextArea {...labelled} rows={3} />
    case 'rich':
      return <RichTextField name={name} label={label} keptAs={keptAs} />
    case 'money':
      return <MoneyField {...labelled} />
    case 'age':
      return <Field {...labelled} autoComplete="off" className="money-field" />
    case 'count':
      return <Field {...labelled} inputMode="numeric" autoComplete="off" className="money-field" />
    case 'tick':
      return <Switch name={name} label={label} whenOff={name === 'isActive' ? inUse : undefined} />
    case 'firstDay':
    case 'lastDay':
      return <Field {...labelled} type="date" className="money-field" />
    case 'pictures':
      return (
        <PicturesField
          {...{ name, label, hint }}
          ratio={field.ratio}
          most={field.most ?? 1}
          wanted={field.wanted}
        />
      )
    case 'one':
      return <Select {...labelled} options={field.options} />
    case 'several':
      return <Several {...field} />
    case 'code':
      return <CodeField {...labelled} />
    case 'oneOf':
      return <OneOfList {...labelled} list={field.list} />
    default:
      return <Field {...labelled} autoComplete="off" />
  }
}

/** A tick box that describes, while it is off, where the item is used. */
function Switch({ name, label, whenOff }: { name: string; label: string; whenOff: string | undefined }) {
  const begins = Boolean(useFormValue(name))
  const [isOn, setOn] = useState(begins)
  return (
    <div>
      <Checkbox
        label={label}
        name={name}
        value="yes"
        defaultChecked={begins}
        onChange={event => setOn(event.currentTarget.checked)}
      />
      <p role="status" className="listed-in-use">
        {!isOn && whenOff}
      </p>
    </div>
  )
}

function Several({ name, label, hint, isStarred, options }: Extract<FormField, { is: 'one' | 'several' }>) {
  const begins = (useFormValue(name) ?? '').split(',')
  const marking = useMarking(name)
  return (
    <fieldset>
      <legend className="field-label">
        {label}
        {isStarred && <Star />}
      </legend>
      {options.map(option => (
        <label key={option.value} className="tick-line">
          <input
            {...marking.given}
            type="checkbox"
            className="tick-box"
            value={option.value}
            defaultChecked={begins.includes(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {hint && <p className="field-hint">{hint}</p>}
      {marking.note}
    </fieldset>
  )
}

function OneOfList({ list, ...field }: { list: ListName; name: string; label: string; isStarred?: boolean }) {
  const things = useThings(list)
  const value = useFormValue(field.name) ?? ''
  // Kept apart from the select's own value, which a draft or another form may set before the
  // options load.
  const [{ chosen }, change, kept] = useKeptState(`${field.name}.chosen`, () => ({ chosen: value }))
  const [isMaking, setMaking] = useState(false)
  const made = useRef('')
  const options = (things.data ?? [])
    .filter(thing => thing.isActive || [value, chosen].includes(String(thing.id)))
    .map(thing => ({ value: String(thing.id), label: String(thing.name) }))
  const only = field.isStarred && options.length === 1 ? options[0]?.value : undefined
  const { one } = listedForms[list]
  return (
    <div className="stack gap-s">
      {kept}
      <Select
        {...field}
        value={chosen || (only ?? '')}
        onChange={event => change({ chosen: event.currentTarget.value })}
        options={[{ value: '', label: 'Choose …' }, ...options]}
      />
      <div>
        <Button look="secondary" size="small" onClick={() => setMaking(true)}>
          New {one}
        </Button>
      </div>
      {isMaking && (
        <BesideForm>
          <SidePanel
            title={`New ${one}`}
            onClose={() => {
              setMaking(false)
              if (made.current) change({ chosen: made.current })
              made.current = ''
            }}
          >
            <ListedForm
              list={list}
              onSaved={({ id }, close) => {
                made.current = String(id)
                close()
              }}
            />
          </SidePanel>
        </BesideForm>
      )}
    </div>
  )
}
