import type es from '../es/permissions.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: {
    office: 'Sucursal',
  },
  rules: {
    add: 'Agregar excepción',
  },
  give: {
    search: 'Nombre, CVL o sucursal',
  },
} satisfies Overrides<typeof es>
