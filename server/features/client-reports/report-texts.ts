import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import enClient from '#locales/en/client.ts'
import en from '#locales/en/client-reports.ts'
import enClients from '#locales/en/clients.ts'
import enExternal from '#locales/en/external-positions.ts'
import enStaff from '#locales/en/staff.ts'
import esClient from '#locales/es/client.ts'
import es from '#locales/es/client-reports.ts'
import esClients from '#locales/es/clients.ts'
import esExternal from '#locales/es/external-positions.ts'
import esStaff from '#locales/es/staff.ts'
import mxClient from '#locales/mx/client.ts'
import mxClients from '#locales/mx/clients.ts'
import mxStaff from '#locales/mx/staff.ts'
import ptClient from '#locales/pt/client.ts'
import pt from '#locales/pt/client-reports.ts'
import ptClients from '#locales/pt/clients.ts'
import ptExternal from '#locales/pt/external-positions.ts'
import ptStaff from '#locales/pt/staff.ts'
import { buildTextsGetter, localeByLanguage } from '#server/core/texts.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'

export const getReportTexts = buildTextsGetter({ es, en, pt })
const getClientTexts = buildTextsGetter({ es: esClient, en: enClient, pt: ptClient, mx: mxClient })
const getListTexts = buildTextsGetter({ es: esClients, en: enClients, pt: ptClients, mx: mxClients })
const getExternalTexts = buildTextsGetter({ es: esExternal, en: enExternal, pt: ptExternal })
const getStaffTexts = buildTextsGetter({ es: esStaff, en: enStaff, pt: ptStaff, mx: mxStaff })

const buildCountryName = (locale: string): ((country: string) => string) => {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' })
  return (country) => names.of(country) ?? country
}
const countryNameCache = new Map<Idioma, (country: string) => string>()

const getCountryName = (idioma: Idioma): ((country: string) => string) => {
  const known = countryNameCache.get(idioma) ?? buildCountryName(localeByLanguage[idioma])
  countryNameCache.set(idioma, known)
  return known
}

/** All words and figures of a report, in the language of its client. */
export const buildReportWording = (idioma: Idioma, prefix: Prefix) => ({
  paper: getReportTexts(idioma).paper,
  client: getClientTexts(idioma),
  list: getListTexts(idioma),
  external: getExternalTexts(idioma),
  streetTypes: getStaffTexts(idioma).streetTypes,
  countryName: getCountryName(idioma),
  written: getValueFormatter(idioma, tenantFacts[prefix].timeZone),
})
export type ReportWording = ReturnType<typeof buildReportWording>
