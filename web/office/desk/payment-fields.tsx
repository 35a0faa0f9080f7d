import { type ReactNode, useId } from 'react'
import {
  type DeskMethod,
  deskMethods,
  type ExpectedMethod,
  everyDeskMethod,
  everyExpectedMethod,
  expectedMethods,
  paidAtDesk,
} from '#domain/desk-payment.ts'
import { Checkbox, Field, Select } from '#web/ui/forms/field.tsx'
import { pounds } from '#web/ui/money.tsx'
import { type Kept, KeptUntil, keptOf } from './kept-until.tsx'

/**
 * How an order is paid: credits, a mailed link, money that comes later, one of the ways of the desk, or nothing; ''
 * until it is chosen.
 */
export type Payment = '' | 'credits' | 'link' | 'expected' | 'nothing' | DeskMethod

/** The way of payment, with what the chosen way asks for. */
export interface PaymentChoice {
  payment: Payment
  from: ExpectedMethod
  reference: string
  keptUntil: Kept | undefined
}

export const noPayment: PaymentChoice = {
  payment: '',
  from: 'childcare',
  reference: '',
  keptUntil: undefined,
}

export const isDesk = (payment: Payment): payment is DeskMethod => payment in deskMethods

/** Returns the ways that a family can pay, of which credits and nothing may not be offered. */
export const waysOf = ({ credits, mayGive }: { credits: number; mayGive: boolean }): [Payment, string][] => [
  ...(credits > 0 ? [['credits', `Credits (they have ${credits})`] as [Payment, string]] : []),
  ['link', 'Payment link by mail'],
  ['expected', 'Comes later: childcare account, voucher or transfer'],
  ...everyDeskMethod.map((method): [Payment, string] => [method, `Paid ${deskMethods[method]}`]),
  ...(mayGive ? [['nothing', 'Nothing to pay'] as [Payment, string]] : []),
]

/** Returns “£34.00 paid by voucher (reference KIDS 77)”. */
export function paidWords(pence: number, { payment, from, reference: typed }: PaymentChoice): string {
  const reference = typed.trim()
  if (isDesk(payment)) return `${pounds(pence)} paid ${paidAtDesk({ method: payment, reference })}`
  if (payment === 'expected') return `${pounds(pence)} expected ${paidAtDesk({ method: from, reference })}`
  return `${pounds(pence)}${payment === 'link' ? ' to pay by card' : ''}`
}

/** Asks how an order is paid, and what the chosen method needs. */
export function PaymentFields({
  ways,
  choice,
  onChange,
  usuallyKept,
  latestKept,
  problems,
}: {
  ways: [Payment, string][]
  choice: PaymentChoice
  onChange: (choice: PaymentChoice) => void
  usuallyKept: string
  latestKept: string
  problems: { payment: string; kept: string }
}) {
  const { payment, from, reference, keptUntil } = choice
  return (
    <>
      <fieldset>
        <legend className="field-label">How is it paid?</legend>
        {groupsOf(ways).map(({ name, explanation, ways }) => (
          <PaymentGroup key={name} {...{ name, explanation }}>
            {ways.map(([value, label]) => (
              <Checkbox
                key={value}
                type="radio"
                name="payment"
                label={label}
                checked={payment === value}
                onChange={() => onChange({ ...choice, payment: value })}
              />
            ))}
          </PaymentGroup>
        ))}
        {problems.payment && payment === '' && <p className="field-error">{problems.payment}</p>}
      </fieldset>
      {payment === 'link' && (
        <KeptUntil
          kept={keptOf(keptUntil, usuallyKept)}
          latestKept={latestKept}
          problem={problems.kept}
          onChange={kept => onChange({ ...choice, keptUntil: kept })}
        />
      )}
      {payment === 'expected' && (
        <Select
          label="Where does it come from?"
          value={from}
          options={everyExpectedMethod.map(value => ({ value, label: expectedMethods[value] }))}
          onChange={event => onChange({ ...choice, from: event.currentTarget.value as ExpectedMethod })}
        />
      )}
      {(payment === 'expected' || isDesk(payment)) && (
        <Field
          label="Reference"
          hint="If there is one: of the bank, the voucher or the receipt. The family reads it"
          autoComplete="off"
          maxLength={100}
          value={reference}
          onChange={event => onChange({ ...choice, reference: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Groups the ways of payment into money that was received and money that comes later, so that nobody confuses them. */
const groupsOf = (ways: [Payment, string][]) =>
  [
    {
      name: 'Not paid yet',
      explanation: 'They pay later: by card through the link, or you record the money when it comes.',
      ways: ways.filter(([way]) => way === 'link' || way === 'expected'),
    },
    {
      name: 'Paid already',
      explanation: 'Only if the money is here. It counts as taken today.',
      ways: ways.filter(([way]) => isDesk(way)),
    },
    {
      name: 'No money',
      explanation: '',
      ways: ways.filter(([way]) => way === 'credits' || way === 'nothing'),
    },
  ].filter(group => group.ways.length > 0)

function PaymentGroup({
  name,
  explanation,
  children,
}: {
  name: string
  explanation: string
  children: ReactNode
}) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read as two questions.
    <div role="group" aria-labelledby={id} className="desk-paid">
      <p id={id} className="small">
        <span className="strong">{name}</span> {explanation && <span className="quiet">{explanation}</span>}
      </p>
      <div className="desk-ways">{children}</div>
    </div>
  )
}
