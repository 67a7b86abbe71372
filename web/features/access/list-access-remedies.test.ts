import { expect, test } from 'vitest'
import type { RightExplanation } from '#contract/access.ts'
import { listAccessRemedies } from './list-access-remedies.ts'

type Explained = Parameters<typeof listAccessRemedies>[0]
const explain = (rule: Explained['decision']['rule'], client: Partial<RightExplanation['client']> | null = null) =>
  ({ decision: { rule, allowed: !['denied', 'none'].includes(rule) }, client }) as Explained
const outside = { within: false }
const all = { editRules: true, handOver: true }

test.for([
  [explain('denied'), all, ['endDenial']],
  [explain('none'), all, ['grant', 'changeRole']],
  [explain('none'), { editRules: false, handOver: true }, []],
  [explain('default', outside), all, ['handOver', 'widen']],
  [explain('matrix', outside), { editRules: false, handOver: true }, ['handOver']],
  [explain('default', { within: true }), all, []],
  [explain('granted'), all, []],
] as const)('the steps that mend case %# are those the caller may take', ([explained, may, steps]) => {
  expect(listAccessRemedies(explained, may)).toEqual(steps)
})
