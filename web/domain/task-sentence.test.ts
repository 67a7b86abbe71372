import { expect, test } from 'vitest'
import { approvalTasks } from '#contract/all-tasks.ts'
import type { ApprovalTaskEntry } from '#contract/core/approval-tasks.ts'
import { taskSentence } from './task-sentence.ts'

const formatTaskSentence = (task: keyof typeof approvalTasks, params: Record<string, string>) =>
  taskSentence(task, approvalTasks[task] as ApprovalTaskEntry, params)

test.each([
  ['withdrawal', { amount: '10.00' }, 'withdrawal'],
  ['month.close', { month: '2026-10' }, 'monthClose'],
  ['product', { change: 'productRates' }, 'productRates'],
  ['product', { change: 'unheard' }, null],
  ['entry', { amount: '10.00', kind: 'fee' }, 'entry'],
  ['entry', { amount: '10.00', tax: 'ES' }, 'taxPayment'],
  ['reversal', { amount: '10.00', account: 'D-1' }, 'reversal'],
  ['reversal', { amount: '10.00', entry: '7' }, 'reversalOfEntry'],
  ['check.off', { check: 'handover', checked: 'false' }, 'checkOff'],
  ['check.off', { check: 'handover', checked: 'true' }, 'checkOn'],
  ['import.run', { kind: 'movements', amount: '' }, 'importRun'],
  ['import.run', { kind: 'movements', amount: '5.00' }, 'importRunOf'],
  ['limit', { change: 'limitRemoved', kind: 'bonus' }, 'limitRemoved'],
] as const)('a change of task %s with %j is said by the sentence %s', (task, params, sentence) => {
  expect(formatTaskSentence(task, params).sentence).toBe(sentence)
})

test('shows a bonus limit in points and a withdrawal limit in euros', () => {
  const formatOf = (kind: string) => formatTaskSentence('limit', { change: 'limitSet', kind }).formats.value
  expect(formatOf('bonus')).toEqual({ format: 'points', empty: 'anyAmount' })
  expect(formatOf('withdrawal')).toEqual({ format: 'euros', empty: 'anyAmount' })
})
