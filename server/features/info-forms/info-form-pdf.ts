import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import { type InfoFormField, infoFormFieldKinds, listInfoFormGroups } from '#contract/info-forms/fields.ts'
import type { ClientInfoForm, InfoFormContent, InfoFormVersion, printInfoForm } from '#contract/info-forms.ts'
import en from '#locales/en/info-form-fields.ts'
import es from '#locales/es/info-form-fields.ts'
import mx from '#locales/mx/info-form-fields.ts'
import pt from '#locales/pt/info-form-fields.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import { findPrintedForm } from './info-form.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

type Wording = { t: ReturnType<typeof getTexts>; written: ReturnType<typeof getValueFormatter> }

const formatValue = (content: InfoFormContent, field: InfoFormField, { t, written }: Wording): string => {
  const value = content[field]
  if (value === null) return '–'
  const kind = infoFormFieldKinds[field]
  if (kind === 'money') return written.money(String(value))
  if (kind === 'yesNo') return value ? t.yes : t.no
  if (kind === 'choice') {
    const choices = field === 'familyStatus' ? t.choices.familyStatus : t.choices.employmentStatus
    return choices[value as keyof typeof choices]
  }
  return String(value)
}

const buildParts = (
  kind: ClientInfoForm['kind'],
  { content, state, stateOn }: Pick<InfoFormVersion, 'content' | 'state' | 'stateOn'>,
  wording: Wording,
): PdfPart[] => {
  const { t, written } = wording
  const labels = kind === 'company' ? { ...t.fields, ...t.companyFields } : t.fields
  return [
    { facts: [[t.paper.state, `${t.states[state]} · ${written.day(stateOn)}`]] },
    ...listInfoFormGroups(kind).flatMap(({ group, fields }): PdfPart[] => [
      { heading: kind === 'company' && group === 'employment' ? t.companyGroups.employment : t.groups[group] },
      { facts: fields.map((field) => [labels[field], formatValue(content, field, wording)] as const) },
    ]),
  ]
}

const getWording = (idioma: Idioma, prefix: Prefix): Wording => ({
  t: getTexts(idioma),
  written: getValueFormatter(idioma, tenantFacts[prefix].timeZone),
})

/** A version as PDF, in the client's language. */
export const sendInfoFormPdf = async (
  ctx: Ctx,
  { params: { clientId, formId } }: ParsedRequest<typeof printInfoForm>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printInfoForm>> => {
  const { client, form } = await findPrintedForm(ctx, clientId, formId)
  const idioma = getClientLanguage(client.idioma, ctx.prefix)
  const wording = getWording(idioma, ctx.prefix)
  const pdfContent = {
    title: wording.t.paper.title,
    subtitle: `${client.name} · ${client.cvl}`,
    idioma,
    firm: (await findFirmAccount(ctx.db))?.name,
    on: form.stateOn,
    parts: buildParts(client.kind, form, wording),
  }
  const audited = { action: 'infoForm.printed', entity: 'client', entityId: client.id, after: { number: form.id } }
  return sendPdf(ctx, raw, pdfContent, audited)
}
