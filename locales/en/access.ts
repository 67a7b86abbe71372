import { modules } from './written/words.ts'

export default {
  modules: modules,
  actions: {
    view: 'View',
    create: 'Create',
    edit: 'Edit',
    delete: 'Delete',
    export: 'Export',
    approve: 'Approve',
  },
  scopes: {
    own: 'Own',
    team: 'Team',
    zone: 'Zone',
    all: 'All',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    access: 'Modules and permissions',
    accessPeople: 'People and permissions',
    giveAccess: 'Give access',
    accessPerson: 'A person’s permissions',
  },
  modules: {
    bt_ModulosPermisos: 'Modules and permissions',
  },
  notifications: {
    access: {
      directionEnded: {
        title: 'Somebody of direction leaves',
        text: '{{by}} has ended the access or the contract of {{name}}, of direction.',
      },
      created: {
        title: 'New user',
        text: '{{name}} can sign in with the role {{role}}. Made on the server, on the command line.',
      },
    },
    permissions: {
      changed: {
        title: 'Permissions changed',
        text: 'What you may see and do has changed. The menu shows it already.',
      },
    },
  },
  actions: {
    permissions_matrixChanged: 'Changes the permissions of a role',
    permissions_roleChanged: 'Changes a person’s role',
    permissions_granted: 'Grants a person a permission',
    permissions_denied: 'Denies a person a permission',
    permissions_ruleEnded: 'Ends a person’s permission',
    permissions_exported: 'Exports the permissions',
    access_given: 'Gives a person access',
    access_invitedAgain: 'Sends an invitation again',
    access_ended: 'Ends a person’s access',
    access_restored: 'Restores a person’s access',
    access_exported: 'Exports people and permissions',
  },
  entities: {
    permissions: 'Permissions of roles',
    access: 'A person’s access',
    bt_ModulosPermisos: 'Screen: Modules and permissions',
  },
  tasks: {
    permissions: {
      matrix: 'Permission matrix',
      role: 'Role and access',
      person: 'Permission of a person',
    },
  },
  changes: {
    matrix_one: 'Change {{count}} cell of the permission matrix',
    matrix_many: 'Change {{count}} cells of the permission matrix',
    matrix_other: 'Change {{count}} cells of the permission matrix',
    role: '{{who}}: from {{from}} to {{to}}',
    access: 'Give {{who}} access with the role {{to}}',
    restore: 'Give {{who}} back their access with the role {{to}}',
    grant: 'Allow {{who}}: {{action}} in {{module}}',
    deny: 'Deny {{who}}: {{action}} in {{module}}',
    end: 'End an exception of {{who}}: {{action}} in {{module}}',
  },
}
