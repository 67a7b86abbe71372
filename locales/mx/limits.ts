import type es from '../es/limits.ts'
import type { Overrides } from '../shape.ts'

export default {
  withdrawal: {
    title: 'Límites de retiro',
    lead: 'Hasta su límite, cada perfil solicita retiros y aprueba los de otras personas. Por encima tiene que aprobarlos una persona con un límite mayor. Se suma lo retirado de la cuenta en los últimos treinta días.',
    limit: 'Importe por retiro',
    new: 'Nuevo límite de retiro',
  },
  account: {
    taxId: 'RFC de la entidad',
  },
  add: 'Agregar un límite',
} satisfies Overrides<typeof es>
