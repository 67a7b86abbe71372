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
        text: '{{by}} ha terminado el acceso o el contrato de {{name}}, de dirección.',
      },
      created: {
        title: 'Usuario nuevo',
        text: '{{name}} puede entrar con el perfil {{role}}. Se ha creado en el servidor, con la línea de comandos.',
      },
    },
    permissions: {
      changed: {
        title: 'Permisos cambiados',
        text: 'Lo que puedes ver y hacer ha cambiado. El menú ya lo muestra.',
      },
    },
  },
  actions: {
    permissions_matrixChanged: 'Cambia los permisos de un perfil',
    permissions_roleChanged: 'Cambia el perfil de una persona',
    permissions_granted: 'Concede un permiso a una persona',
    permissions_denied: 'Deniega un permiso a una persona',
    permissions_ruleEnded: 'Termina un permiso de una persona',
    permissions_exported: 'Exporta los permisos',
    access_given: 'Da acceso a una persona',
    access_invitedAgain: 'Repite una invitación',
    access_ended: 'Termina el acceso de una persona',
    access_restored: 'Devuelve el acceso a una persona',
    access_exported: 'Exporta personas y permisos',
  },
  entities: {
    permissions: 'Permisos de los perfiles',
    access: 'Acceso de una persona',
    bt_ModulosPermisos: 'Pantalla: Módulos y permisos',
  },
  tasks: {
    permissions: {
      matrix: 'Matriz de permisos',
      role: 'Perfil y acceso',
      person: 'Permiso de una persona',
    },
  },
  changes: {
    matrix_one: 'Cambiar {{count}} casilla de la matriz de permisos',
    matrix_many: 'Cambiar {{count}} casillas de la matriz de permisos',
    matrix_other: 'Cambiar {{count}} casillas de la matriz de permisos',
    role: '{{who}}: de {{from}} a {{to}}',
    access: 'Dar acceso a {{who}} con el perfil {{to}}',
    restore: 'Devolver el acceso a {{who}} con el perfil {{to}}',
    grant: 'Permitir a {{who}}: {{action}} en {{module}}',
    deny: 'Denegar a {{who}}: {{action}} en {{module}}',
    end: 'Terminar una excepción de {{who}}: {{action}} en {{module}}',
  },
}
