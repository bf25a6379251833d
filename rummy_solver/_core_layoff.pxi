# layoff
