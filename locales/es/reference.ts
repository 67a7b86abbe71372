export default {
  save: 'Guardar',
  change: 'Cambiar',
  changeNamed: 'Cambiar {{name}}',
  remove: 'Eliminar',
  removeNamed: 'Eliminar {{name}}',
  removeTitle: '¿Eliminar «{{name}}»?',
  removeText: 'Nada lo usa. Dejará de ofrecerse en los formularios y filtros.',
  actions: 'Acciones',
  search: 'Buscar',
  nothing: 'Nada coincide con lo que buscas.',
  more: 'Se muestran {{shown}} de {{total}}. Busca para ver otras.',
  uses: {
    offices: 'Oficinas',
    clients: 'Clientes',
    employees: 'Empleados',
    accounts: 'Cuentas',
    quotes: 'Cancelaciones',
  },
  fields: {
    name: 'Nombre',
    zone: 'Zona',
    city: 'Ciudad',
    cityOptional: 'Ciudad (opcional)',
    taxId: 'Número fiscal',
    taxIdOptional: 'Número fiscal (opcional)',
  },
  kinds: {
    zones: {
      title: 'Zonas',
      lead: 'Cada oficina pertenece a una zona, y cada cliente también. Solo se elimina la que nada usa.',
      add: 'Añadir una zona',
      change: 'Cambiar la zona',
      none: 'No hay ninguna zona.',
    },
    offices: {
      title: 'Oficinas',
      lead: 'Donde trabajan las personas y se abren las cuentas.',
      add: 'Añadir una oficina',
      change: 'Cambiar la oficina',
      none: 'No hay ninguna oficina.',
      zoneWaits: 'Aquí trabajan personas: la zona no cambia hasta que dirección lo aprueba. El resto se guarda ya.',
    },
    subcompanies: {
      title: 'Subempresas',
      lead: 'Las empresas del grupo que contratan a las personas.',
      add: 'Añadir una subempresa',
      change: 'Cambiar la subempresa',
      none: 'No hay ninguna subempresa.',
    },
    cancellationReasons: {
      title: 'Motivos de cancelación',
      lead: 'Por qué un cliente quiere cancelar antes de tiempo. Se elige uno al guardar la simulación.',
      add: 'Añadir un motivo',
      change: 'Cambiar el motivo',
      none: 'No hay ningún motivo.',
    },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    reference_added: 'Añade un dato de referencia',
    reference_changed: 'Cambia un dato de referencia',
    reference_removed: 'Elimina un dato de referencia',
  },
  entities: {
    zone: 'Zona',
    office: 'Oficina',
    subcompany: 'Subempresa',
    cancellation_reason: 'Motivo de cancelación',
  },
  tasks: {
    office: 'Zona de una oficina',
  },
  changes: {
    officeZone: 'Cambiar la zona de la oficina {{office}}: de {{from}} a {{to}}',
  },
}
