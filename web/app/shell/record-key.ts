import type { SearchKind } from '#contract/search.ts'

/** Pages of the kinds that the search finds. */
const recordPagePatterns: readonly (readonly [SearchKind, RegExp])[] = [
  ['account', /^\/clientes\/\d+\/cuentas\/(\d+)$/],
  ['client', /^\/clientes\/(\d+)$/],
  ['contact', /^\/crm\/AgendaComercial\/contactos\/(\d+)$/],
  ['meeting', /^\/crm\/AgendaComercial\/reuniones\/(\d+)$/],
  ['followUp', /^\/crm\/AgendaComercial\/seguimientos\/(\d+)$/],
  ['payment', /^\/crm\/Retiradas\/(\d+)$/],
  ['batch', /^\/crm\/Retiradas\/remesas\/(\d+)$/],
  ['employee', /^\/crm\/RRHH\/(\d+)$/],
  ['cancellation', /^\/crm\/Cancelaciones\/(\d+)$/],
  ['journal', /^\/crm\/Contabilidad\/asientos\/(\d+)$/],
  ['handover', /^\/crm\/Traspasos\/(\d+)$/],
  ['statement', /^\/crm\/Ingresos\/extractos\/(\d+)$/],
]

/** 'client:12' of the page of a client; undefined for a page that no search finds. */
export const toRecordKey = (pathname: string): string | undefined => {
  for (const [kind, pattern] of recordPagePatterns) {
    const id = pattern.exec(pathname)?.[1]
    if (id) return `${kind}:${id}`
  }
  return undefined
}
