import type { Page } from '@playwright/test'
import { expect } from '../site-test.ts'

const lists = ['list', 'table', 'grid']
const controls = ['button', 'link', 'checkbox', 'combobox', 'textbox', 'spinbutton', 'switch']

/**
 * Expects no two controls of one list to have the same name, because a screen reader could not tell
 * them apart. Two links to one address count as one control.
 */
export async function expectNoNamesakes(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  await devTools.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const roleOf = (node: (typeof nodes)[number]) => String(node.role?.value)
  const listOf = (node: (typeof nodes)[number]) => {
    let outermost: string | undefined
    for (let up = byId.get(node.parentId ?? ''); up; up = byId.get(up.parentId ?? '')) {
      if (lists.includes(roleOf(up))) outermost = up.nodeId
    }
    return outermost
  }
  const seen = new Map<string, Set<string>>()
  for (const node of nodes.filter(node => !node.ignored && controls.includes(roleOf(node)))) {
    const list = listOf(node)
    if (!list) continue
    const called = `${roleOf(node)} “${node.name?.value}”`
    const url = node.properties?.find(({ name }) => name === 'url')?.value.value
    const key = `${list} ${called}`
    seen.set(key, (seen.get(key) ?? new Set()).add(String(url ?? node.nodeId)))
  }
  const alike = [...seen].filter(([, those]) => those.size > 1)
  const said = alike.map(([key, { size }]) => `${size} times ${key.slice(key.indexOf(' ') + 1)}`)
  expect.soft(said, `controls of one list that are called alike on ${page.url()}`).toEqual([])
}
