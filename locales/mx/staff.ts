import type * as es from '../es/staff.ts'
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
  filters: {
    hiredFrom: 'Ingreso desde',
    hiredTo: 'Ingreso hasta',
  },
  groups: {
    address: 'Domicilio',
    banking: 'Datos bancarios y Seguro Social',
  },
  detail: {
    officeWaits: 'Cambio a la sucursal {{office}} pendiente de aprobación. Propuesto por {{who}} el {{at}}.',
  },
  form: {
    officeReason: 'La sucursal es de otra zona: tiene que aprobarlo otra persona, que verá este motivo.',
    officeWaits: 'Ya hay un cambio de sucursal pendiente de aprobación.',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  tasks: {
    employeeOffice: 'Sucursal de un empleado',
  },
  changes: {
    employeeOffice: 'Cambiar a {{who}} a la sucursal {{to}}',
  },
  refusals: {
    'employee.officeWaits': 'Ya hay un cambio de sucursal pendiente de aprobación.',
  },
  changeFields: {
    office: 'Sucursal',
  },
} satisfies Overrides<typeof es.words>
