/** Inter for figures and Latin; each system's own face for Chinese. */
export const fontFamily =
  "'Inter Variable', 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', system-ui, sans-serif"
