import { modules } from './written/words.ts'

export default {
  modules: modules,
  actions: {
    view: 'Ver',
    create: 'Crear',
    edit: 'Editar',
    delete: 'Eliminar',
    export: 'Exportar',
    approve: 'Aprobar',
  },
  scopes: {
    own: 'Propio',
    team: 'Equipo',
    zone: 'Zona',
    all: 'Todo',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    access: 'Módulos y permisos',
    accessPeople: 'Personas y permisos',
    giveAccess: 'Dar acceso',
    accessPerson: 'Permisos de una persona',
  },
  modules: {
    bt_ModulosPermisos: 'Módulos y permisos',
  },
  notifications: {
    access: {
      directionEnded: {
        title: 'Baja en dirección',
        text: '{{by}} ha dado por terminado el acceso o el contrato de {{name}}, de Dirección.',
      },
      created: {
        title: 'Usuario nuevo',
        text: '{{name}} ya puede entrar con el perfil {{role}}. El alta la ha hecho el administrador del sistema.',
      },
    },
    permissions: {
      changed: {
        title: 'Permisos modificados',
        text: 'Han cambiado tus permisos. El menú ya está actualizado.',
      },
    },
  },
  actions: {
    permissions_matrixChanged: 'Cambia los permisos de un perfil',
    permissions_roleChanged: 'Cambia el perfil de una persona',
    permissions_granted: 'Concede una excepción a una persona',
    permissions_denied: 'Deniega un permiso a una persona',
    permissions_ruleEnded: 'Da por terminada una excepción de una persona',
    permissions_exported: 'Exporta los permisos',
    access_given: 'Da acceso a una persona',
    access_invitedAgain: 'Repite una invitación',
    access_ended: 'Termina el acceso de una persona',
    access_restored: 'Restablece el acceso de una persona',
    access_exported: 'Exporta personas y permisos',
  },
  entities: {
    permissions: 'Permisos de los perfiles',
    access: 'Acceso de una persona',
    bt_ModulosPermisos: 'Pantalla: Módulos y permisos',
  },
  tasks: {
    permissions: {
      matrix: 'Permisos de un perfil',
      role: 'Perfil y acceso',
      person: 'Excepción de una persona',
    },
  },
  changes: {
    matrix_one: 'Modificar {{count}} permiso de los perfiles',
    matrix_many: 'Modificar {{count}} permisos de los perfiles',
    matrix_other: 'Modificar {{count}} permisos de los perfiles',
    role: '{{who}}: de {{from}} a {{to}}',
    access: 'Dar acceso a {{who}} con el perfil {{to}}',
    restore: 'Restablecer el acceso de {{who}} con el perfil {{to}}',
    grant: 'Permitir a {{who}}: {{action}} en {{module}}',
    deny: 'Denegar a {{who}}: {{action}} en {{module}}',
    end: 'Terminar una excepción de {{who}}: {{action}} en {{module}}',
  },
  auditFields: {
    invited: 'Invitación enviada',
  },
  auditValues: {
    access: 'Acceso nuevo',
    restore: 'Restablecer el acceso',
    end: 'Fin de una excepción',
    disabled: 'Desactivado',
  },
  changeFields: {
    actions: 'Acciones',
    scope: 'Alcance',
    allowed: 'Permitido',
    scopes: 'Alcance',
    effect: 'Efecto',
    module: 'Módulo',
    action: 'Acción',
    validTo: 'Hasta el',
    rule: 'Excepción',
    emailChangedOn: 'Correo de la ficha cambiado el',
    emailChangedBy: 'Correo de la ficha cambiado por',
    existingUser: 'El correo es de un usuario que ya existe',
    worksFor: 'Ya trabaja en',
    nameDiffers: 'El nombre no coincide con el de la ficha',
  },
  changeValues: {
    grant: 'Permitir',
    deny: 'Denegar',
    working: 'En activo',
  },
}
