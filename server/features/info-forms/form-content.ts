import {
  type InfoFormField,
  infoFormFields,
  isInfoFormFieldApplicable,
  isInfoFormFieldOf,
  listRequiredInfoFormFields,
} from '#contract/info-forms/fields.ts'
import type { ClientInfoForm, InfoFormContent } from '#contract/info-forms.ts'
import { buildRefusal } from '#server/core/errors.ts'

type ClientKind = ClientInfoForm['kind']

export const emptyInfoForm = Object.fromEntries(infoFormFields.map((field) => [field, null])) as InfoFormContent

/** Of what was kept, whatever fields the form had then. */
export const toInfoFormContent = (kept: unknown): InfoFormContent => ({
  ...emptyInfoForm,
  ...(kept as Partial<InfoFormContent>),
})

const refuseFields = (code: 'request.invalid' | 'infoForm.incomplete', fields: readonly InfoFormField[], why: string) =>
  buildRefusal(code, { fields: Object.fromEntries(fields.map((field) => [field, why])) })

/** Refuses what such a client has no field for, and what is asked only after a yes that wasn't given. */
export const assertContentFits = (kind: ClientKind, content: InfoFormContent): void => {
  const wrong = infoFormFields.filter(
    (field) =>
      content[field] !== null && !(isInfoFormFieldOf(kind, field) && isInfoFormFieldApplicable(content, field)),
  )
  if (wrong.length > 0) throw refuseFields('request.invalid', wrong, 'invalid')
}

/** Refuses to complete a form that lacks what it has to say. */
export const assertContentComplete = (kind: ClientKind, content: InfoFormContent): void => {
  const missing = listRequiredInfoFormFields(kind).filter((field) => content[field] === null)
  if (missing.length > 0) throw refuseFields('infoForm.incomplete', missing, 'required')
}

/** The content with these fields of an answer; what is then asked no longer says nothing. */
export const mergeAnswers = (
  content: InfoFormContent,
  answers: InfoFormContent,
  accepted: readonly InfoFormField[],
): InfoFormContent => {
  const taken = { ...content, ...Object.fromEntries(accepted.map((field) => [field, answers[field]])) }
  const dropped = infoFormFields.filter((field) => !isInfoFormFieldApplicable(taken, field))
  return { ...taken, ...Object.fromEntries(dropped.map((field) => [field, null])) }
}
