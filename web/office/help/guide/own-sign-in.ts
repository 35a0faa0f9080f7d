import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const ownSignIn: GuideTopic = {
  id: 'own-sign-in',
  title: 'Your own sign-in',
  about: 'Passkeys, recovery codes, and what you are mailed.',
  permission: 'self.edit',
  parts: [
    {
      title: 'Ways to sign in',
      words: [
        `${link('My sign-in', addresses.mySignIn())} lists them. With a passkey you sign in by your fingerprint, your face or the device’s own PIN. Add one on each device that you use: *Add a way to sign in*.`,
        'Keep your recovery codes where you keep your passport. Each lets you in once, when you have lost your device. *New codes* makes ten others.',
      ],
    },
    {
      title: 'Confirm that it is you',
      words: [
        'Some things, like refunds, ask you to confirm that it is you, though you are signed in. It holds for ten minutes.',
      ],
    },
    {
      title: 'A device is lost',
      words: [
        `Open ${link('Sessions', addresses.ownSessions())} and press *End* beside it, or *End all others*. It takes effect at once.`,
      ],
    },
    {
      title: 'What you are mailed',
      words: [`Choose it in ${link('My sign-in', addresses.mySignIn())} under *What I am mailed*.`],
    },
  ],
}
