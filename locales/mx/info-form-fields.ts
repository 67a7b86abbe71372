import type es from '../es/info-form-fields.ts'
import type { Overrides } from '../shape.ts'

export default {
  groups: { realEstate: 'Bienes raíces', interests: 'Pasatiempos' },
  fields: {
    ownsRealEstate: '¿Hay bienes raíces propios?',
    realEstateValue: 'Valor de los bienes raíces',
    hobbies: 'Pasatiempos',
  },
  choices: {
    employmentStatus: {
      permanent: 'Empleo de planta',
      temporary: 'Empleo eventual',
      selfEmployed: 'Trabajo por cuenta propia',
      civilServant: 'Servidor público',
      home: 'Hogar',
    },
  },
} satisfies Overrides<typeof es>
