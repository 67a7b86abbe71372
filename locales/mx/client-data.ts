import type * as es from '../es/client-data.ts'
import type { Overrides } from '../shape.ts'

export default {
  people: {
    add: {
      representative: 'Agregar representante',
      owner: 'Agregar beneficiario controlador',
      guardian: 'Agregar tutor',
      contact_person: 'Agregar persona de contacto',
    },
    numbered: { owner: 'Beneficiario controlador {{n}}' },
  },
  groups: { owner: 'Beneficiarios controladores' },
  form: { managerHint: 'La zona del cliente es la de la sucursal de su gestor.' },
  fields: { province: 'Estado', city: 'Ciudad o alcaldía' },
} satisfies Overrides<typeof es.default>
