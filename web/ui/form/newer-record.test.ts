import { createFormControl, type UseFormReturn } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { decideRecordUpdate, listContestedFields, mergeNewerRecord } from './newer-record.ts'

const newer = { isNewer: true, isDirty: true, isRefused: true, isBaseKnown: true }

test.each([
  ['keeps a form whose record is the same', { ...newer, isNewer: false }, 'keep'],
  ['lets a form without changes follow its record', { ...newer, isDirty: false, isRefused: false }, 'replace'],
  ['keeps what was typed until the server has refused it', { ...newer, isRefused: false }, 'keep'],
  ['merges the newest into a form that was refused', newer, 'merge'],
  ['keeps a refused draft that was typed on a record that is gone', { ...newer, isBaseKnown: false }, 'keep'],
] as const)('%s', (_, facts, update) => {
  expect(decideRecordUpdate(facts)).toBe(update)
})

test('names the fields that both people have changed, in groups too', () => {
  const before = { name: 'A', note: 'x', address: { town: 'Vigo', street: 'Sol' }, lines: [{ amount: '1' }] }
  const now = { name: 'B', note: 'x', address: { town: 'Lugo', street: 'Mar' }, lines: [{ amount: '2' }] }
  const dirtyFields = { name: true, note: true, address: { town: true, street: false }, lines: [{ amount: true }] }
  expect(listContestedFields(dirtyFields, before, now)).toEqual(['name', 'address.town', 'lines.0.amount'])
  expect(listContestedFields(dirtyFields, before, before)).toEqual([])
})

describe('a form whose record somebody else has changed meanwhile', () => {
  type Values = { name: string; terms: { months: string; rate: string } }
  const begun: Values = { name: 'Plazo 12', terms: { months: '12', rate: '3' } }
  const createTypedForm = () => {
    const { formControl, ...form } = createFormControl<Values>({ defaultValues: begun })
    // What a screen reads of the state is kept up to date.
    const subscribed = { isDirty: true, dirtyFields: true, errors: true }
    form.subscribe({ formState: subscribed, callback: () => {} })
    Object.assign(form.control._proxyFormState, subscribed)
    form.setValue('terms.rate', '3,5', { shouldDirty: true })
    const getState = () => form.control._formState
    const asForm = {
      ...form,
      get formState() {
        return { ...getState(), defaultValues: form.control._defaultValues }
      },
    }
    return { form: asForm as unknown as UseFormReturn<Values>, getErrors: () => getState().errors }
  }

  test('keeps what was typed and shows the newest in all other fields', () => {
    const { form, getErrors } = createTypedForm()
    mergeNewerRecord(form, { name: 'Plazo 18', terms: { months: '18', rate: '3' } })
    expect(form.getValues()).toEqual({ name: 'Plazo 18', terms: { months: '18', rate: '3,5' } })
    expect(getErrors()).toEqual({})
  })

  test('leaves a field in peace that both have changed to the same', () => {
    const { form, getErrors } = createTypedForm()
    expect(mergeNewerRecord(form, { ...begun, terms: { months: '12', rate: '3,5' } })).toEqual([])
    expect(getErrors()).toEqual({})
  })

  test('says of a field that both have changed that somebody else did too', () => {
    const { form, getErrors } = createTypedForm()
    const contested = mergeNewerRecord(form, { ...begun, terms: { months: '12', rate: '4' } })
    expect(contested).toEqual([{ field: 'terms.rate', mine: '3,5', theirs: '4' }])
    expect(form.getValues('terms.rate')).toBe('3,5')
    expect(getErrors()).toMatchObject({ terms: { rate: { type: 'changedMeanwhile' } } })
  })
})
