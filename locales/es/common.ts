export default {
  loading: 'Cargando...',
  noData: 'No hay datos disponibles.',
  genericError: 'Ocurrió un error. Por favor, intenta nuevamente.',
  retry: 'Reintentar',
  reload: 'Recargar la página',
  requestId: 'Referencia: {{id}}',
  cancel: 'Cancelar',
  close: 'Cerrar',
  copied: 'Copiado',
  yes: 'Sí',
  no: 'No',
  password: {
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    capsLock: 'Bloq Mayús está activado.',
  },
}
