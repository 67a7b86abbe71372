import { expect, test } from 'vitest'
import type { ClientInfoForm } from '#contract/info-forms.ts'
import { type InfoFormAction, listInfoFormActions } from './list-info-form-actions.ts'

type Case = readonly [
  status: ClientInfoForm['status'],
  newest: ClientInfoForm['versions'][number]['state'] | null,
  actions: readonly InfoFormAction[],
]

const cases: readonly Case[] = [
  ['missing', null, ['fill', 'send']],
  ['complete', null, ['update', 'send']],
  ['draft', 'draft', ['continue', 'send']],
  ['sent', 'sent', ['continue', 'send', 'withdraw']],
  ['answered', 'answered', ['review', 'continue']],
  ['complete', 'complete', ['update', 'send']],
  ['complete', 'draft', ['continue', 'send']],
  ['complete', 'sent', ['continue', 'send', 'withdraw']],
]

test.each(cases)('offers for a form that is %s, its newest version %s: %j', (status, newest, actions) => {
  const form = { status, barrier: null, versions: newest ? [{ state: newest }] : [] }
  expect(listInfoFormActions(form, () => true)).toEqual(actions)
  expect(listInfoFormActions(form, (_, action) => action !== 'edit')).toEqual([])
  expect(listInfoFormActions({ ...form, barrier: 'noEmail' }, () => true)).not.toContain('send')
})
