import type * as es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'
import { changes, tasks } from './written/words.ts'

export default { tasks, what: changes } satisfies Overrides<typeof es.default>

/** What lists of all features say of this one. */
export const words = {
  changeFields: {
    iban: 'CLABE para facturas y gastos',
    ibanBank: 'Banco de la CLABE para facturas y gastos',
    payrollAccount: 'CLABE de nómina',
    payrollBank: 'Banco de la CLABE de nómina',
  },
} satisfies Overrides<typeof es.words>
