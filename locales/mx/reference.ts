import type * as es from '../es/reference.ts'
import type { Overrides } from '../shape.ts'

export default {
  uses: {
    offices: 'Sucursales',
  },
  kinds: {
    zones: {
      lead: 'Cada sucursal y cada cliente pertenecen a una zona. Solo se pueden eliminar las que no estén en uso.',
      add: 'Agregar zona',
    },
    offices: {
      title: 'Sucursales',
      add: 'Agregar sucursal',
      change: 'Cambiar la sucursal',
      none: 'No hay ninguna sucursal.',
      zoneWaits:
        'Hay personas en esta sucursal: el cambio de zona tiene que aprobarlo Dirección. El resto se guarda ahora.',
    },
    subcompanies: {
      add: 'Agregar subempresa',
    },
    cancellationReasons: {
      add: 'Agregar motivo',
    },
    contactTypes: {
      add: 'Agregar tipo',
    },
    contactWorks: {
      add: 'Agregar trabajo',
    },
    contactReferences: {
      add: 'Agregar referencia',
    },
    contactSources: {
      add: 'Agregar origen',
    },
  },
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    reference_added: 'Agrega un dato de referencia',
  },
  entities: {
    office: 'Sucursal',
  },
  tasks: {
    office: 'Zona de una sucursal',
  },
  changes: {
    officeZone: 'Cambiar la zona de la sucursal {{office}}: de {{from}} a {{to}}',
  },
  changeFields: {
    staff: 'Personas que trabajan o han trabajado en la sucursal',
  },
} satisfies Overrides<typeof es.words>
