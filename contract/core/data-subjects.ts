import type { ModuleKey } from '../permissions.ts'

/**
 * What answers are about and what writes change, in words of the business. `ledger`: journals, balances, totals and months. `bankEntries`: statements of
 * the bank and their lines. `jobs`: posting runs and jobs. `personal`: one's own sessions, factors and record. `reference`: zones, offices, companies, reasons.
 */
export const dataSubjects = [
  'access',
  'accounts',
  'approvals',
  'audit',
  'bankAccounts',
  'bankEntries',
  'cancellations',
  'clientDocuments',
  'clients',
  'contacts',
  'contributions',
  'externalPositions',
  'handovers',
  'imports',
  'jobs',
  'ledger',
  'listViews',
  'maturities',
  'notices',
  'notifications',
  'openings',
  'paymentBatches',
  'payments',
  'personal',
  'presentations',
  'products',
  'recordPanels',
  'reference',
  'settings',
  'staff',
  'tags',
  'withholding',
] as const
export type DataSubject = (typeof dataSubjects)[number]

/** Of whom and of what nearly every page of the business shows something. */
const accountSubjects = ['clients', 'accounts', 'ledger', 'products', 'staff'] as const

/** On what a payment waits, and how it leaves. */
const paymentSubjects = [
  'bankAccounts',
  'bankEntries',
  'contributions',
  'paymentBatches',
  'payments',
  'settings',
] as const

/**
 * What the answers of a module are about, where an endpoint doesn't name it itself. A change that waits for a second person isn't named: whatever proposes
 * it changes the subject that it is about as well. A module that isn't here is about everything.
 */
const subjectsByModule: Readonly<Partial<Record<ModuleKey, readonly DataSubject[]>>> = {
  bt_Clientes: [
    ...accountSubjects,
    'bankAccounts',
    'cancellations',
    'contacts',
    'contributions',
    'externalPositions',
    'maturities',
    'openings',
    'payments',
    'reference',
    'withholding',
  ],
  bt_Dashboard1: [
    ...accountSubjects,
    ...paymentSubjects,
    'cancellations',
    'handovers',
    'maturities',
    'openings',
    'withholding',
  ],
  bt_PanelDireccion: [...accountSubjects, ...paymentSubjects, 'cancellations', 'handovers', 'maturities', 'openings'],
  bt_Dashboard2: [...accountSubjects, 'contributions', 'handovers', 'openings', 'payments', 'products'],
  bt_Dashboard3: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'maturities', 'payments', 'settings'],
  bt_Dashboard4: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'openings', 'payments', 'settings'],
  bt_Mes: [...accountSubjects, 'contributions', 'handovers', 'payments'],
  bt_EstudioEquipo: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'payments'],
  bt_Modelo: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'payments', 'settings'],
  bt_EstudioRentabilidad: [...accountSubjects, 'handovers', 'settings'],
  bt_Objetivos: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'maturities', 'payments', 'settings'],
  bt_InformesGenerales: [...accountSubjects, 'contributions', 'handovers', 'maturities', 'openings', 'payments'],
  bt_ResumenDiario: [
    ...accountSubjects,
    'contacts',
    'contributions',
    'handovers',
    'maturities',
    'openings',
    'payments',
  ],
  bt_ResumenImportes: [...accountSubjects, 'contributions', 'handovers', 'openings'],
  bt_Supresiones: ['clients'],
  bt_TuEquipo: [...accountSubjects, 'contributions', 'handovers', 'openings', 'payments', 'reference'],
  bt_Traspasos: [...accountSubjects, 'handovers'],
  bt_Productos: ['products', 'openings'],
  bt_EstudioProductos: ['products', 'reference', 'settings', 'withholding'],
  bt_Pendientes: [
    ...accountSubjects,
    'bankEntries',
    'contributions',
    'openings',
    'personal',
    'reference',
    'settings',
    'withholding',
  ],
  bt_Aprobaciones: [
    ...accountSubjects,
    'access',
    'approvals',
    'bankAccounts',
    'contributions',
    'payments',
    'reference',
    'settings',
  ],
  bt_RRHH: ['staff', 'access', 'clients', 'handovers', 'personal', 'reference'],
  bt_AreaPersonal: ['personal', 'clients', 'staff'],
  bt_CambioCVL: ['access', 'staff'],
  bt_ModulosPermisos: ['access', 'staff'],
  bt_Auditoria: ['audit', 'staff'],
  bt_Ajustes: ['settings', 'reference', 'staff', 'tags', 'withholding'],
  bt_Ingresos: [...accountSubjects, 'bankEntries', 'contributions', 'openings', 'settings'],
  bt_Extractos: [
    ...accountSubjects,
    'bankAccounts',
    'bankEntries',
    'contributions',
    'openings',
    'paymentBatches',
    'payments',
    'settings',
  ],
  bt_Retiradas: [...accountSubjects, ...paymentSubjects],
  bt_Remesas: [...accountSubjects, ...paymentSubjects],
  bt_Vencimientos: [...accountSubjects, 'bankAccounts', 'maturities', 'payments', 'settings'],
  bt_Cancelaciones: [
    ...accountSubjects,
    'bankAccounts',
    'cancellations',
    'payments',
    'reference',
    'settings',
    'withholding',
  ],
  bt_Contabilidad: [...accountSubjects, 'bankEntries', 'contributions', 'jobs', 'payments', 'settings', 'withholding'],
  bt_Importar: ['imports', 'staff'],
  bt_Avisos: ['notices', 'accounts', 'clients', 'settings', 'staff'],
  bt_Productos_Externos: ['externalPositions', 'clients', 'staff'],
  bt_AgendaComercial: ['contacts', 'clients', 'reference', 'staff'],
  bt_Calendario: ['personal', 'staff'],
}

/** What an answer is about; undefined: of everything, as far as one knows. */
export const getAnswerSubjects = ({
  about,
  module,
}: {
  about?: readonly DataSubject[]
  module?: ModuleKey
}): readonly DataSubject[] | undefined => about ?? (module && subjectsByModule[module])

/** What a call changes. Each change is audited; one that keeps no data, as a quote or signing in, changes nothing. */
export const getChangedSubjects = ({ changes = [] }: { changes?: readonly DataSubject[] }): readonly DataSubject[] =>
  changes.length > 0 ? [...changes, 'audit'] : []
