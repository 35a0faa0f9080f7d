import type { MessagePreview } from '#contract/office/messages.ts'
import { FieldGroup } from '../ui/fields.tsx'

/** Shows mails as they arrive at up to three people. */
export function Samples({
  samples,
  isFolded = false,
}: Pick<MessagePreview, 'samples'> & { isFolded?: boolean }) {
  return (
    <FieldGroup title="As it arrives" isFolded={isFolded}>
      {samples.map(sample => (
        <section key={sample.email} className="stack gap-s">
          <p className="strong">
            {sample.name}: {sample.subject}
          </p>
          {sample.text.split('\n\n').map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </FieldGroup>
  )
}
