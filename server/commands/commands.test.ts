import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'

test('the README names every command once', () => {
  const named = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  for (const { name } of commands)
    expect(
      named.filter((line) => line.includes(`\`${name} `) || line.includes(`\`${name}\``)),
      name,
    ).toHaveLength(1)
})
