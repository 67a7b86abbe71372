export default {
  modules: {
    bt_inicio: 'Inicio',
    bt_Clientes: 'Clientes',
    bt_TuEquipo: 'Tu equipo',
    bt_Traspasos: 'Traspasos',
    bt_Aprobaciones: 'Aprobaciones',
    bt_RRHH: 'Recursos humanos',
    bt_AreaPersonal: 'Área personal',
    bt_CambioCVL: 'Cambio de CVL',
    bt_ModulosPermisos: 'Módulos y permisos',
    bt_Auditoria: 'Auditoría',
    bt_Ajustes: 'Ajustes',
  },
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
