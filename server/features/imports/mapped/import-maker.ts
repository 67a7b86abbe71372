import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { type ImportKind, importRights } from '#contract/imports/fields.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { emptyRecordScope, type RecordScope, type Rights } from '#server/core/rights.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'
import type { ImportMaker } from './import-handler-types.ts'

/** Whom both the import and the form on the screen may write about. */
const listImportScopes = (rights: Rights, kind: ImportKind): readonly RecordScope[] => [
  ...rights.getScopes('bt_Importar', 'create'),
  ...importRights[kind].flatMap(({ module, action }) => rights.getScopes(module, action)),
]

/** Refuses (403) whoever may not do on the screen what a file of the kind does. */
export const assertImportRights = ({ person }: Ctx, kind: ImportKind): void => {
  if (!importRights[kind].every(({ module, action }) => person.rights.may(module, action)))
    throw buildRefusal('permission.missing')
}

/** The caller, as whoever makes an import. */
export const toImportMaker = ({ person, prefix, businessDate }: Ctx, kind: ImportKind): ImportMaker => ({
  prefix,
  businessDate,
  scopes: listImportScopes(person.rights, kind),
  userId: person.userId,
  role: person.role,
  employeeId: person.membership.employeeId,
})

type MakerQuery = { userId: string; kind: ImportKind; prefix: Prefix; businessDate: string }

/** The maker of an import with the rights of this day: they may have gone since the file was checked. */
export const findImportMaker = async (
  tx: Kysely<DB>,
  { userId, kind, prefix, businessDate }: MakerQuery,
): Promise<ImportMaker> => {
  const subject = await findRightsSubject(tx, { userId }, businessDate)
  return {
    prefix,
    businessDate,
    scopes: subject ? listImportScopes(buildSubjectRights(subject), kind) : [emptyRecordScope],
    userId,
    role: subject?.role ?? 'user',
    employeeId: subject?.employeeId ?? null,
  }
}

/** Whoever runs the command line: they have the database, so nothing is out of their reach. */
export const buildCommandLineMaker = (prefix: Prefix, businessDate: string): ImportMaker => ({
  prefix,
  businessDate,
  scopes: [{ all: true, staffIds: [], zoneId: null }],
  userId: null,
  role: null,
  employeeId: null,
})
