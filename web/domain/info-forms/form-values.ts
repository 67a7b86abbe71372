import {
  type InfoFormField,
  infoFormFieldKinds,
  infoFormFields,
  isInfoFormFieldOf,
  maxChildren,
} from '#contract/info-forms/fields.ts'
import type { ClientInfoForm, InfoFormContent } from '#contract/info-forms.ts'
import type { Formatters } from '#web/core/format.ts'
import { parseMoney } from '#web/ui/form/typed-money.ts'

/** What the fields hold, as people type it; empty = nothing said. */
export type InfoFormValues = Record<InfoFormField, string>

export const emptyInfoFormValues = Object.fromEntries(infoFormFields.map((field) => [field, ''])) as InfoFormValues

const toTyped = (field: InfoFormField, value: InfoFormContent[InfoFormField], format: Formatters): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return infoFormFieldKinds[field] === 'money'
    ? format.money(String(value), { withoutCurrency: true, euros: true })
    : String(value)
}

export const toInfoFormValues = (content: InfoFormContent, format: Formatters): InfoFormValues =>
  Object.fromEntries(infoFormFields.map((field) => [field, toTyped(field, content[field], format)])) as InfoFormValues

/** An amount that may be nothing: whoever has no expenses says so with a zero. */
const parseFormAmount = (typed: string): string | undefined =>
  parseMoney(typed) ?? (/^\s*0+([.,]0{1,2})?\s*€?\s*$/.test(typed) ? '0.00' : undefined)

const parseChildren = (typed: string): number | undefined => {
  const text = typed.trim()
  return /^\d{1,2}$/.test(text) && Number(text) <= maxChildren ? Number(text) : undefined
}

/** What is wrong with what was typed, by the code of its text; undefined where nothing is. */
export const findTypedFault = (field: InfoFormField, typed: string): 'amount' | 'count' | undefined => {
  if (typed.trim() === '') return undefined
  const kind = infoFormFieldKinds[field]
  if (kind === 'money') return parseFormAmount(typed) === undefined ? 'amount' : undefined
  return kind === 'count' && parseChildren(typed) === undefined ? 'count' : undefined
}

const parseTyped = (field: InfoFormField, typed: string): string | number | boolean | null => {
  const text = typed.trim()
  if (text === '') return null
  const kind = infoFormFieldKinds[field]
  if (kind === 'yesNo') return text === 'yes'
  if (kind === 'money') return parseFormAmount(text) ?? null
  return kind === 'count' ? (parseChildren(text) ?? null) : text
}

/** Whether the yes that a field needs was chosen. */
export const isFieldShown = (values: InfoFormValues, field: InfoFormField): boolean => {
  if (field === 'emergencyFund') return values.hasEmergencyFund === 'yes'
  return (field !== 'realEstateValue' && field !== 'mortgageDebt') || values.ownsRealEstate === 'yes'
}

/** All that the form says, as the wire has it: what isn't asked says nothing. */
export const toInfoFormContent = (values: InfoFormValues, kind: ClientInfoForm['kind']): InfoFormContent =>
  Object.fromEntries(
    infoFormFields.map((field) => [
      field,
      isInfoFormFieldOf(kind, field) && isFieldShown(values, field) ? parseTyped(field, values[field]) : null,
    ]),
  ) as InfoFormContent
