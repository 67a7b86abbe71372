import {
  invertRelation,
  isStoredKind,
  type RelationKind,
  type StoredRelationKind,
} from '#contract/client-relations/kinds.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import { type NamedClient, parseClientCode } from '../mapped/parse-client.ts'
import { type DayRange, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { parseWord } from '../mapped/parse-values.ts'

/** What a row says of two clients. */
export type RelationRow = {
  client: NamedClient
  related: NamedClient
  /** What is kept, seen from the other client where `isInverse`. */
  storedKind: StoredRelationKind
  isInverse: boolean
  since: string | null
}

const relationWords: Record<RelationKind, readonly string[]> = {
  spouse: ['conyuge', 'esposo', 'esposa', 'marido', 'mujer', 'husband', 'wife'],
  partner: ['pareja', 'pareja de hecho', 'companheiro', 'companheira', 'unido de facto'],
  parent: ['padre', 'madre', 'padre o madre', 'progenitor', 'pai', 'mae', 'father', 'mother'],
  child: ['hijo', 'hija', 'hijo o hija', 'filho', 'filha', 'son', 'daughter'],
  sibling: ['hermano', 'hermana', 'irmao', 'irma', 'brother', 'sister'],
  relative: ['familiar', 'otro familiar', 'pariente', 'outro familiar'],
  employer: ['empresa donde trabaja', 'empleador', 'empresa', 'entidade patronal', 'empregador'],
  employee: ['empleado', 'empleada', 'trabajador', 'empregado', 'trabalhador'],
  shareholder: ['socio', 'socia', 'accionista', 'acionista'],
  shareholding: ['empresa participada', 'participada', 'sociedad participada', 'empresa detida'],
  business: ['relacion comercial', 'comercial', 'negocios', 'relacao comercial'],
}

/** One row as a relation; undefined where something is wrong, which is noted for its field. */
export const readRelationRow = (
  reading: FieldReader,
  { form, prefix, businessDate }: ReadingContext,
): RelationRow | undefined => {
  const past: DayRange = { from: `${Number(businessDate.slice(0, 4)) - 90}-01-01`, to: businessDate }
  const client = reading('client', (text) => parseClientCode(text, prefix))
  const related = reading('related', (text) => parseClientCode(text, prefix))
  const kind = reading('relation', (text) => parseWord(text, relationWords))
  const since = reading('since', (text) => parseMixedDate(text, form, past))
  if (!client || !related || !kind || since === undefined) return undefined
  const inverse = invertRelation(kind)
  const storedKind = isStoredKind(kind) ? kind : isStoredKind(inverse) ? inverse : undefined
  if (storedKind === undefined) return undefined
  const row: RelationRow = { client, related, storedKind, isInverse: storedKind !== kind, since }
  return row
}
