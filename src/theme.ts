import type { ThemeConfig } from 'antd'

/** Inter for figures and Latin; each system's own face for Chinese. */
export const fontFamily =
  "'Inter Variable', 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', system-ui, sans-serif"

/**
 * The theme's colour is #1890ff; white words on it have a contrast of 3.2, so filled buttons and links take its darker
 * step, #096dd9 (4.9).
 */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: '#096dd9',
    colorInfo: '#1890ff',
    colorLink: '#096dd9',
    colorLinkHover: '#0050b3',
    colorText: '#1b2432',
    colorTextSecondary: '#5a6779',
    colorTextPlaceholder: '#7a8799',
    colorBgLayout: '#f4f6f9',
    colorBorderSecondary: '#e6eaf0',
    borderRadius: 6,
    fontFamily,
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none' },
  },
}
