import '#web/office/ui/fields.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SiteText } from '#contract/office/site-texts.ts'
import { instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { EarlierVersions } from '#web/office/editor/earlier-versions.tsx'
import { PicturesField } from '#web/office/editor/pictures-field.tsx'
import { RichTextField } from '#web/office/editor/rich-text-field.tsx'
import { useOfficeApi } from '#web/office/office-api.ts'
import { DataTable } from '#web/office/ui/data-table.tsx'
import { EditForm } from '#web/office/ui/edit-form.tsx'
import { Filters, WordsFilter } from '#web/office/ui/filters.tsx'
import { useFilters } from '#web/office/ui/office-list.ts'
import { PageHead } from '#web/office/ui/page-head.tsx'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { StateWord } from '#web/office/ui/state-word.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { fillInForm, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { plainText } from '#web/ui/showcase/plain-text.ts'
import { PreviewButton } from './preview-button.tsx'
import { siteTabs } from './tabs.ts'
import { type SiteTextRow, textsQuery, useSaveText, useWithdrawText } from './text-queries.ts'

const areas: Record<SiteText['area'], string> = {
  home: 'Home page',
  class: 'Classes',
  event: 'Events & Camps',
  parentSession: 'Parental Support',
  site: 'Whole site',
}
const longest = 90

function inShort({ value, text }: SiteTextRow): string {
  if (value === '') return 'Empty'
  if (text.format === 'image' || text.format === 'image_list') {
    const count = value.split(',').length
    return count === 1 ? '1 picture' : `${count} pictures`
  }
  const words = plainText(value)
  return words.length > longest ? `${words.slice(0, longest)} …` : words
}

/** Formats the day from which a text is valid: `from Fri 1 January`. */
const fromDay = (instant: string, today: string) =>
  `from ${spokenDate(todayInLondon(new Date(instant)), today)}`

const keyOf = ({ area, key }: SiteTextRow) => `${area}.${key}`

/** Shows the texts and pictures of the site outside lists, with their former versions. */
export function TextsPage() {
  const [filters, setFilters] = useFilters({ words: '', open: '' })
  const [opened, setOpened] = useState<SiteTextRow>()
  const list = useInfiniteQuery(textsQuery(useOfficeApi(), filters.words))
  const today = useToday()
  // The set-up links to a text by its name.
  const asked = list.data?.pages.flatMap(({ items }) => items).find(row => keyOf(row) === filters.open)
  useEffect(() => {
    if (!asked) return
    // Keeps the text as read now, so that a colleague's save meanwhile counts as a change.
    setOpened(asked)
    setFilters({ open: '' }, { replace: true })
  }, [asked, setFilters])
  return (
    <>
      <PageHead title="Texts of the site" tabs={siteTabs} />
      <Filters>
        <WordsFilter label="Search texts" />
      </Filters>
      <DataTable
        label="Texts of the site"
        list={list}
        keyOf={keyOf}
        columns={[
          { heading: 'Text', cell: ({ text }) => text.label },
          { heading: 'Where', cell: ({ text }) => areas[text.area], isName: true },
          {
            heading: 'Says',
            cell: row => (
              <>
                <span className="quiet">{inShort(row)}</span>{' '}
                {row.coming && (
                  <StateWord is="open">Another text {fromDay(row.coming.from, today)}</StateWord>
                )}
              </>
            ),
          },
        ]}
        onOpen={setOpened}
        empty={{ sentence: 'No text of the site has these words' }}
      />
      {opened && (
        <SidePanel
          title={opened.text.label}
          isWide={opened.text.format === 'html'}
          onClose={() => setOpened(undefined)}
        >
          <TextForm row={opened} />
        </SidePanel>
      )}
    </>
  )
}

function TextForm({ row }: { row: SiteTextRow }) {
  const save = useSaveText()
  const today = useToday()
  const { area, key, text } = row
  const given = (typed: Text) => ({
    ...{ area, key, value: typed('value'), note: typed('note').trim() },
    // A day begins at midnight in London. Today's has passed, so a text valid from today is valid at once.
    ...(typed('effectiveAt') &&
      typed('effectiveAt') !== today && {
        effectiveAt: instantInLondon(typed('effectiveAt'), '00:00').toISOString(),
      }),
  })
  return (
    <EditForm
      thing={row}
      fields={({ value }) => ({ value })}
      onSave={(typed, { version, requestId }) => save.mutateAsync({ ...given(typed), version, requestId })}
      onSaved={(_saved, close) => {
        close()
        showSuccess(`${text.label}: saved`)
      }}
      draft={`text.${area}.${key}`}
      buttons={
        <PreviewButton
          area="site"
          page={() => text.page}
          inputOf={typed => ({ ...given(typed), effectiveAt: undefined, version: row.version })}
        />
      }
    >
      {row.coming && <Coming version={row.coming} />}
      <TextValue text={text} />
      {text.isLaw && (
        <>
          <Field
            label="What changed"
            name="note"
            hint="For you and your colleagues: it is kept with this version"
          />
          <Field
            label="In force from"
            name="effectiveAt"
            type="date"
            hint="Empty means from now on. Parents can still read the version before"
            className="money-field"
          />
        </>
      )}
    </EditForm>
  )
}

/** A version that becomes valid later; it can be withdrawn here. */
function Coming({ version: { id, from } }: { version: NonNullable<SiteTextRow['coming']> }) {
  const today = useToday()
  const withdraw = useWithdrawText()
  const close = useCloseDialog()
  const press = async () => {
    await withdraw.mutateAsync({ id })
    close()
    showSuccess('Called off. The present text stays')
  }
  return (
    <p className="row gap-m">
      <span>Another text is in force {fromDay(from, today)}. It is below, under Earlier versions.</span>
      <Button
        look="secondary"
        size="small"
        isBusy={withdraw.isPending}
        onClick={() => void press().catch(() => {})}
      >
        Call it off
      </Button>
    </p>
  )
}

function TextValue({ text: { area, key, label, format, lines, hint } }: { text: SiteText }) {
  if (format === 'html') return <RichTextField label={label} name="value" keptAs={{ area, key }} />
  if (format === 'image') return <PicturesField label={label} name="value" ratio="card" />
  if (format === 'image_list') return <PicturesField label={label} name="value" ratio="banner" most={8} />
  const given = { label, name: 'value', id: 'text-value' }
  return (
    <div>
      {lines ? (
        <TextArea {...given} rows={lines.most + 1} hint={hint} />
      ) : (
        <Field {...given} type={format === 'url' ? 'url' : 'text'} />
      )}
      <EarlierVersions
        of={{ area, key }}
        onTake={value => {
          const form = document.querySelector<HTMLInputElement>('#text-value')?.form
          if (form) fillInForm(form, { value })
        }}
      />
    </div>
  )
}
