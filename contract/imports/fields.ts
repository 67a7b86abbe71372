import type { ModuleKey, PermissionAction } from '../permissions.ts'

/** What a file may be about. Each kind is one more entry here, and one more description in the server's list. */
export const importKinds = [
  'clients',
  'accounts',
  'positions',
  'relations',
  'contacts',
  'calls',
  'meetings',
  'movements',
  'instructions',
] as const
export type ImportKind = (typeof importKinds)[number]

const listRequired = <K extends string>(...keys: readonly K[]) => keys.map((key) => ({ key, required: true }))
const listOptional = <K extends string>(...keys: readonly K[]) => keys.map((key) => ({ key, required: false }))

/** The fields of each kind, in the order in which one is asked for them. */
export const importFields = {
  clients: [
    ...listRequired('name'),
    ...listOptional(
      'surname',
      'clientKind',
      'identityNumber',
      'identityKind',
      'dniValidUntil',
      'birthDate',
      'email',
      'phone',
      'street',
      'streetNumber',
      'floor',
      'door',
      'postalCode',
      'city',
      'province',
      'country',
      'nationality',
      'taxResidence',
      'idioma',
      'channel',
      'riskLevel',
      'pep',
      'fundsSource',
      'nextReviewOn',
      'manager',
      'partner',
      'advisor',
      'banker',
    ),
  ],
  accounts: [
    ...listRequired('client', 'openedProduct', 'openedOn', 'amount'),
    ...listOptional(
      'number',
      'balanceOn',
      'rate',
      'bonusRate',
      'termMonths',
      'maturity',
      'coHolder',
      'coHolderShare',
      'signature',
    ),
  ],
  positions: [
    ...listRequired('client', 'institution', 'amount'),
    ...listOptional('positionKind', 'positionProduct', 'description', 'since', 'asOf'),
  ],
  relations: [...listRequired('client', 'relation', 'related'), ...listOptional('since')],
  contacts: [
    ...listRequired('name'),
    ...listOptional(
      'surname',
      'email',
      'phone',
      'contactType',
      'work',
      'contactReference',
      'contactSource',
      'amount',
      'observations',
      'family',
      'wantsInvestments',
      'lopdOn',
      'owner',
    ),
  ],
  calls: [
    ...listRequired('calledOn', 'callOutcome'),
    ...listOptional(
      'client',
      'contact',
      'calledTime',
      'callReason',
      'duration',
      'attempts',
      'feedback',
      'observations',
      'owner',
    ),
  ],
  meetings: [
    ...listRequired('subject', 'meetingOn'),
    ...listOptional(
      'startTime',
      'endTime',
      'duration',
      'client',
      'contact',
      'review',
      'meetingState',
      'result',
      'place',
      'link',
      'note',
      'owner',
    ),
  ],
  movements: [
    ...listRequired('account', 'bookingDate', 'amount'),
    ...listOptional('kind', 'valueDate', 'description', 'reference'),
  ],
  instructions: [...listRequired('account', 'instruction'), ...listOptional('product', 'allSigned')],
} as const satisfies Record<ImportKind, readonly { key: string; required: boolean }[]>
export type ImportField = (typeof importFields)[ImportKind][number]['key']

/** Who is compared and named in files of the agenda are contacts and clients alike. */
const agendaRights = [
  { module: 'bt_AgendaComercial', action: 'create' },
  { module: 'bt_Clientes', action: 'view' },
] as const

/** Whom an import of a kind may write about is said by another right beside its own: the one that the form on the screen asks for. */
export const importRights = {
  clients: [
    { module: 'bt_Clientes', action: 'create' },
    { module: 'bt_Clientes', action: 'edit' },
  ],
  accounts: [{ module: 'bt_Pendientes', action: 'create' }],
  positions: [{ module: 'bt_Productos_Externos', action: 'create' }],
  relations: [{ module: 'bt_Clientes', action: 'edit' }],
  contacts: agendaRights,
  calls: agendaRights,
  meetings: agendaRights,
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
