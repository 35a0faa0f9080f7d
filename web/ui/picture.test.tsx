import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SettingsProvider } from '#web/settings.ts'
import { CardPicture } from './picture.tsx'

const settings = {
  ...{ apiBase: '/api/', imageBase: '/media/', publicUrl: 'https://example.test' },
  ...{ isDemo: false, hasDemoPeople: false, lacks: [], pauseText: '' },
}
const drawn = (path: string) =>
  renderToStaticMarkup(
    <SettingsProvider value={settings}>
      <CardPicture path={path} height={600} sizes="50vw" />
    </SettingsProvider>,
  )

test('a card without a picture requests none', () => {
  expect(drawn('')).toBe('')
  expect(drawn('pictures/ballet.webp')).toContain('src="/media/pictures/ballet.webp"')
})
