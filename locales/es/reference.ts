export default {
  save: 'Guardar',
  change: 'Cambiar',
  changeNamed: 'Cambiar {{name}}',
  remove: 'Eliminar',
  removeNamed: 'Eliminar {{name}}',
  removeTitle: '¿Eliminar «{{name}}»?',
  removeText: 'No está en uso. Dejará de aparecer en formularios y filtros.',
  actions: 'Acciones',
  search: 'Buscar',
  nothing: 'No hay coincidencias.',
  more: 'Se muestran {{shown}} de {{total}}. Usa la búsqueda para ver más.',
  uses: {
    offices: 'Oficinas',
    clients: 'Clientes',
    employees: 'Empleados',
    accounts: 'Cuentas',
    quotes: 'Cancelaciones',
    contacts: 'Contactos',
  },
  fields: {
    name: 'Nombre',
    zone: 'Zona',
    city: 'Ciudad',
    taxId: 'Número fiscal',
  },
  kinds: {
    zones: {
      title: 'Zonas',
      lead: 'Cada oficina y cada cliente pertenecen a una zona. Solo se pueden eliminar las que no estén en uso.',
      add: 'Añadir zona',
      change: 'Cambiar la zona',
      none: 'No hay ninguna zona.',
    },
    offices: {
      title: 'Oficinas',
      lead: 'Donde trabajan las personas y se abren las cuentas.',
      add: 'Añadir oficina',
      change: 'Cambiar la oficina',
      none: 'No hay ninguna oficina.',
      zoneWaits:
        'Hay personas en esta oficina: el cambio de zona tiene que aprobarlo Dirección. El resto se guarda ahora.',
    },
    subcompanies: {
      title: 'Subempresas',
      lead: 'Empresas del grupo que emplean al personal.',
      add: 'Añadir subempresa',
      change: 'Cambiar la subempresa',
      none: 'No hay ninguna subempresa.',
    },
    cancellationReasons: {
      title: 'Motivos de cancelación',
      lead: 'Motivos por los que un cliente cancela antes del vencimiento. Se indica uno al guardar la simulación.',
      add: 'Añadir motivo',
      change: 'Cambiar el motivo',
      none: 'No hay ningún motivo.',
    },
    contactTypes: {
      title: 'Tipos de contacto',
      lead: 'Qué es cada contacto de la agenda comercial.',
      add: 'Añadir tipo',
      change: 'Cambiar el tipo',
      none: 'No hay ningún tipo.',
    },
    contactWorks: {
      title: 'Trabajo realizado',
      lead: 'Lo que ya se ha hecho con un contacto.',
      add: 'Añadir trabajo',
      change: 'Cambiar el trabajo',
      none: 'No hay ningún trabajo.',
    },
    contactReferences: {
      title: 'Referencias de los contactos',
      lead: 'Quién ha recomendado a un contacto.',
      add: 'Añadir referencia',
      change: 'Cambiar la referencia',
      none: 'No hay ninguna referencia.',
    },
    contactSources: {
      title: 'Origen de los datos',
      lead: 'De dónde proceden los datos de un contacto.',
      add: 'Añadir origen',
      change: 'Cambiar el origen',
      none: 'No hay ningún origen.',
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
    contact_type: 'Tipo de contacto',
    contact_work: 'Trabajo realizado',
    contact_reference: 'Referencia de contactos',
    contact_source: 'Origen de los datos',
  },
  tasks: {
    office: 'Zona de una oficina',
  },
  changes: {
    officeZone: 'Cambiar la zona de la oficina {{office}}: de {{from}} a {{to}}',
  },
  refusals: {
    'reference.inUse': 'Está en uso: cámbialo antes donde aparece.',
    'reference.taken': 'Ya existe otro con ese nombre o código.',
  },
  auditFields: {
    zoneId: 'Zona n.º',
    city: 'Ciudad',
  },
  changeFields: {
    zone: 'Zona',
    staff: 'Personas que trabajan o han trabajado en la oficina',
  },
}
