import type es from '../es/staff.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: {
    office: 'Sucursal',
    hiredOn: 'Fecha de ingreso',
    iban: 'CLABE para facturas y gastos',
    payrollAccount: 'CLABE de nómina',
    socialSecurityNumber: 'Número de Seguro Social',
    town: 'Localidad',
    province: 'Estado',
  },
  filters: { hiredFrom: 'Ingreso desde', hiredTo: 'Ingreso hasta' },
  groups: { address: 'Domicilio', banking: 'Datos bancarios y Seguro Social' },
} satisfies Overrides<typeof es>
