import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  let reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  onTestFinished(() => {
    for (const end of [reader, writer]) closeSync(end)
    rmSync(folder, { recursive: true })
  })
  const bytes = Buffer.alloc(4 * 1024 * 1024)
  return {
    output: openLogOutput(writer),
    /** Returns what can be read now. */
    read: () => {
      try {
        return bytes.toString('utf8', 0, readSync(reader, bytes))
      } catch {
        return ''
      }
    },
    closeReader: () => closeSync(reader),
    openReader: () => {
      reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    },
  }
}

const line = (number: number) => `${JSON.stringify({ number, text: 'é'.repeat(500) })}\n`

test('a slow reader gets every queued line whole and in order, and the count of dropped lines', async () => {
  const { output, read } = openPipe()
  for (let number = 0; number < 2_000; number++) output.write(line(number))
  let text = ''
  await output.flush(50)
  const reading = setInterval(() => {
    text += read()
  }, 2)
  await output.flush(20_000)
  output.write(line(2_000))
  await output.flush(20_000)
  clearInterval(reading)
  text += read()
  const lines = text
    .trimEnd()
    .split('\n')
    .map(one => JSON.parse(one))
  const kept = lines.length - 2
  expect(lines.slice(0, kept).map(({ number }) => number)).toEqual([...Array(kept).keys()])
  expect(lines[kept]).toMatchObject({ lines: 2_000 - kept, msg: 'log lines were lost' })
  expect(lines.at(-1).number).toBe(2_000)
})

test('a reader that ends in the middle of a line, and its successor, corrupt no later line', async () => {
  const { output, read, closeReader, openReader } = openPipe()
  for (let number = 0; number < 200; number++) output.write(line(number))
  closeReader()
  await output.flush(5_000)
  openReader()
  output.write(line(200))
  let text = read()
  await output.flush(5_000)
  text += read()
  const [note = '', last = ''] = text.trimEnd().split('\n').slice(-2)
  expect(JSON.parse(note)).toMatchObject({ lines: expect.any(Number), msg: 'log lines were lost' })
  expect(JSON.parse(last).number).toBe(200)
})
