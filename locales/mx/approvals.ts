import type es from '../es/approvals.ts'
import type { Overrides } from '../shape.ts'

export default {
  changed: { iban: 'CLABE para facturas y gastos', payrollAccount: 'CLABE de nómina' },
} satisfies Overrides<typeof es>
