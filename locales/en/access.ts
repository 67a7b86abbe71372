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
        title: 'Someone in senior management leaves',
        text: '{{by}} has ended the access or the contract of {{name}}, of senior management.',
      },
      created: {
        title: 'New user',
        text: '{{name}} can now sign in with the role {{role}}. The user was created by the system administrator.',
      },
    },
    permissions: {
      changed: {
        title: 'Permissions changed',
        text: 'Your permissions have changed. The menu is already up to date.',
      },
    },
  },
  actions: {
    permissions_matrixChanged: 'Changes a role’s permissions',
    permissions_roleChanged: 'Changes a person’s role',
    permissions_granted: 'Grants a person an exception',
    permissions_denied: 'Denies a person a permission',
    permissions_ruleEnded: 'Ends a person’s exception',
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
      matrix: 'Permissions of a role',
      role: 'Role and access',
      person: 'Exception for a person',
    },
  },
  changes: {
    matrix_one: 'Change {{count}} permission of the roles',
    matrix_many: 'Change {{count}} permissions of the roles',
    matrix_other: 'Change {{count}} permissions of the roles',
    role: '{{who}}: from {{from}} to {{to}}',
    access: 'Give {{who}} access with the role {{to}}',
    restore: 'Restore {{who}}’s access with the role {{to}}',
    grant: 'Allow {{who}}: {{action}} in {{module}}',
    deny: 'Deny {{who}}: {{action}} in {{module}}',
    end: 'End an exception for {{who}}: {{action}} in {{module}}',
  },
  auditFields: {
    invited: 'Invitation sent',
  },
  auditValues: {
    access: 'New access',
    restore: 'Access restored',
    end: 'End of an exception',
    disabled: 'Disabled',
  },
  changeFields: {
    actions: 'Actions',
    scope: 'Scope',
    allowed: 'Allowed',
    scopes: 'Scope',
    effect: 'Effect',
    module: 'Module',
    action: 'Action',
    validTo: 'Until',
    rule: 'Exception',
    emailChangedOn: 'E-mail on the record changed on',
    emailChangedBy: 'E-mail on the record changed by',
    existingUser: 'The e-mail is that of an existing user',
    worksFor: 'Already works at',
    nameDiffers: 'The name differs from the record',
  },
  changeValues: {
    grant: 'Allow',
    deny: 'Deny',
    working: 'Active',
  },
}
