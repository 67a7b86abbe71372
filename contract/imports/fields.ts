import type { ModuleKey, PermissionAction } from '../permissions.ts'

/** What a file may be about. Each kind is one more entry here, and one more description in the server's list. */
export const importKinds = ['clients', 'accounts', 'positions', 'relations', 'movements', 'instructions'] as const
export type ImportKind = (typeof importKinds)[number]

/** The fields of each kind, in the order in which one is asked for them. */
export const importFields = {
  clients: [
    { key: 'name', required: true },
    { key: 'surname', required: false },
    { key: 'clientKind', required: false },
    { key: 'identityNumber', required: false },
    { key: 'identityKind', required: false },
    { key: 'dniValidUntil', required: false },
    { key: 'birthDate', required: false },
    { key: 'email', required: false },
    { key: 'phone', required: false },
    { key: 'street', required: false },
    { key: 'streetNumber', required: false },
    { key: 'floor', required: false },
    { key: 'door', required: false },
    { key: 'postalCode', required: false },
    { key: 'city', required: false },
    { key: 'province', required: false },
    { key: 'country', required: false },
    { key: 'nationality', required: false },
    { key: 'taxResidence', required: false },
    { key: 'idioma', required: false },
    { key: 'channel', required: false },
    { key: 'riskLevel', required: false },
    { key: 'pep', required: false },
    { key: 'fundsSource', required: false },
    { key: 'nextReviewOn', required: false },
    { key: 'manager', required: false },
    { key: 'partner', required: false },
    { key: 'advisor', required: false },
    { key: 'banker', required: false },
  ],
  accounts: [
    { key: 'client', required: true },
    { key: 'openedProduct', required: true },
    { key: 'openedOn', required: true },
    { key: 'amount', required: true },
    { key: 'number', required: false },
    { key: 'balanceOn', required: false },
    { key: 'rate', required: false },
    { key: 'bonusRate', required: false },
    { key: 'termMonths', required: false },
    { key: 'maturity', required: false },
    { key: 'coHolder', required: false },
    { key: 'coHolderShare', required: false },
    { key: 'signature', required: false },
  ],
  positions: [
    { key: 'client', required: true },
    { key: 'institution', required: true },
    { key: 'amount', required: true },
    { key: 'positionKind', required: false },
    { key: 'positionProduct', required: false },
    { key: 'description', required: false },
    { key: 'since', required: false },
    { key: 'asOf', required: false },
  ],
  relations: [
    { key: 'client', required: true },
    { key: 'relation', required: true },
    { key: 'related', required: true },
    { key: 'since', required: false },
  ],
  movements: [
    { key: 'account', required: true },
    { key: 'bookingDate', required: true },
    { key: 'amount', required: true },
    { key: 'kind', required: false },
    { key: 'valueDate', required: false },
    { key: 'description', required: false },
    { key: 'reference', required: false },
  ],
  instructions: [
    { key: 'account', required: true },
    { key: 'instruction', required: true },
    { key: 'product', required: false },
    { key: 'allSigned', required: false },
  ],
} as const satisfies Record<ImportKind, readonly { key: string; required: boolean }[]>
export type ImportField = (typeof importFields)[ImportKind][number]['key']

/** Whom an import of a kind may write about is said by another right beside its own: the one that the form on the screen asks for. */
export const importRights = {
  clients: [
    { module: 'bt_Clientes', action: 'create' },
    { module: 'bt_Clientes', action: 'edit' },
  ],
  accounts: [{ module: 'bt_Pendientes', action: 'create' }],
  positions: [{ module: 'bt_Productos_Externos', action: 'create' }],
  relations: [{ module: 'bt_Clientes', action: 'edit' }],
  movements: [],
  instructions: [],
} as const satisfies Record<ImportKind, readonly { module: ModuleKey; action: PermissionAction }[]>

/** What becomes of a row that may be somebody who is there: left out, written over their record, or written as somebody else. */
export const duplicateDecisions = ['skip', 'update', 'create'] as const
export type DuplicateDecision = (typeof duplicateDecisions)[number]

/** Movements that are two lines each, and say everything by themselves; a tax, a transfer or the end of an account says more than a row does. */
export const importableMovementKinds = [
  'contribution',
  'withdrawal',
  'interest',
  'bonus',
  'penalty',
  'fee',
  'adjustment',
] as const
export type ImportableMovementKind = (typeof importableMovementKinds)[number]

/** Of these the money goes out of the account, whatever sign the file writes. */
export const outgoingMovementKinds: readonly ImportableMovementKind[] = ['withdrawal', 'penalty', 'fee']
