import type es from '../es/changes.ts'
import type { Overrides } from '../shape.ts'

export default {
  office: 'Sucursal',
  rates: 'Tasas por importe',
  rate: 'Tasa',
  withdrawal: 'Retiros',
  iban: 'CLABE para facturas y gastos',
  ibanBank: 'Banco de la CLABE para facturas y gastos',
  payrollAccount: 'CLABE de nómina',
  payrollBank: 'Banco de la CLABE de nómina',
  staff: 'Personas que trabajan o han trabajado en la sucursal',
  firmTaxId: 'RFC de la entidad',
} satisfies Overrides<typeof es>
