import type { ClientDetail } from '#contract/clients/client.ts'

/** A company has no identity document that could expire: nothing is missing where none is kept. */
export const isCompanyWithoutDocument = ({ kind, dniStatus }: ClientDetail): boolean =>
  kind === 'company' && dniStatus === 'missing'
