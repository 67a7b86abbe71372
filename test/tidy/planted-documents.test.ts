import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { decisionsGate } from './decisions.ts'
import { documentsGate } from './documents.ts'
import { sentencesGate } from './sentences.ts'

const parts = '## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n'

test('the documents gate finds identifiers and files in backticks that the code lacks', async () => {
  const root = createPlantedProject({
    'server/core/open-account.ts': 'export const openAccount = (): void => {}\n',
    'db/schema/tenant.sql.txt': 'TABLE client_list\n',
    'CHANGELOG.md': '`closedAccount`\n',
    'docs/a.md':
      '`openAccount` and `openAccount(ctx)`, `client_list`, `open-account.ts`, `account`, `PORT_OF`\n\n' +
      '`closeAccount`, `serve(ctx)`, `client_view`\n`close-account.ts`\n\n```\n`notChecked`\n```\n',
    'server/core/config.ts': 'export const port = process.env.PORT_OF\n',
  })
  expect(await documentsGate.find(root)).toEqual([
    'docs/a.md:3 names closeAccount, which is not in the code',
    'docs/a.md:3 names serve(ctx), which is not in the code',
    'docs/a.md:3 names client_view, which is not in the code',
    'docs/a.md:4 names close-account.ts, which is not in the code',
  ])
})

test('the decisions gate accepts complete decisions that name both sides of a change', async () => {
  const root = createPlantedProject({
    'docs/decisions/README.md': '- 1. [One](0001-one.md)\n- 2. [Two](0002-two.md)\n- 3. [Three](0003-three.md)\n',
    'docs/decisions/0001-one.md': `# 1. One\n\nStatus: accepted, 2026-01-31. Changed by\n[2](0002-two.md) and [3](0003-three.md): the limit of a call.\n\n${parts}`,
    'docs/decisions/0002-two.md': `# 2. Two\n\nStatus: accepted, 2026-02-01. Changes [1](0001-one.md): the limit.\n\n${parts}`,
    'docs/decisions/0003-three.md': `# 3. Three\n\nStatus: accepted, 2026-02-01. Changes [1](0001-one.md).\n\n${parts}`,
  })
  expect(await decisionsGate.find(root)).toEqual([])
})

test('the decisions gate finds wrong titles, statuses, headings, relations and index lines', async () => {
  const root = createPlantedProject({
    'docs/decisions/README.md':
      '- 1. [Another title](0001-one.md)\n- 3. [Three](0003-three.md)\n- 4. [Four](0004-four.md)\n',
    'server/core/a.ts': '// See docs/decisions/0001-one.md, docs/decisions/0001-uno.md and decision 9\n',
    'docs/decisions/0001-one.md': `# 1. One\n\nStatus: accepted, 2026-01-31.\n\n${parts}`,
    'docs/decisions/0002-two.md': `# 3. Two\n\nStatus: accepted, 2026-01-31.\n\n${parts}`,
    'docs/decisions/0003-three.md': `# 3. Three\n\nStatus: accepted; changed by [4](0004-four.md).\n\n${parts}`,
    'docs/decisions/0004-four.md':
      '# 4. Four\n\nStatus: accepted, 2026-01-31. Extends [1](0001-one.md).\n\n## Context\n\nA.\n\n## Decision\n\nB.\n',
  })
  expect(await decisionsGate.find(root)).toEqual([
    'docs/decisions/0001-one.md is not listed in docs/decisions/README.md by its title',
    "docs/decisions/0002-two.md has a title of another number: '# 2. Title'",
    expect.stringMatching(/^docs\/decisions\/0003-three\.md has no status in the allowed form/),
    'docs/decisions/0004-four.md has other headings than Context, Decision, Consequences',
    "docs/decisions/0004-four.md says 'Extends 1', and decision 1 does not say 'Extended by 4'",
    'server/core/a.ts:1 names docs/decisions/0001-uno.md, which is not there',
    'server/core/a.ts:1 names decision 9, which is not there',
  ])
})

test('the sentences gate finds sentences above 25 words and lines above 160 characters', async () => {
  const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(' ')
  const root = createPlantedProject({
    'docs/a.md':
      `# ${words(30)}\n\n${words(25)}.\n${words(25)}.\n\n| ${words(30)} |\n|---|\n\n` +
      `\`\`\`\n${words(26)}\n\`\`\`\n\nA call of \`${words(9)}\` and [${words(3)}](b.md) ends.\n\n` +
      `- one\n  ${words(13)}\n  ${words(12)}\n\n${'x'.repeat(161)}\n`,
  })
  expect(await sentencesGate.find(root)).toEqual([
    expect.stringMatching(/^docs\/a\.md:15 has a sentence of 26 words, at most 25: one w0/),
    expect.stringMatching(/^docs\/a\.md:19 has 161 characters, at most 160$/),
  ])
})
